package io.tacit.engine.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Protection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every reason for which a part of a file becomes no column, alone and with the others, and what is told of it. */
@NullUnmarked
class WhatIsLeftOutTest {
    private static final DuckDbEngine ENGINE = new DuckDbEngine(new DuckDbSettings(256, 1, message -> {}));
    private static final String LEFT_OUT =
            "Members that are objects or arrays, or that few objects have, are left out.";

    @TempDir
    private Path folder;

    /** What 300 objects hold besides a plain member, and whether a part of it becomes no column. */
    private enum Part {
        NOTHING(false),
        PLAIN(false),
        IN_THREE(false),
        IN_TWO(true),
        ARRAY(true),
        OBJECT(true),
        OBJECT_IN_ONE(true),
        ARRAY_OR_NUMBER(false),
        TWO_SPELLINGS(true),
        NESTED_IN_A_LINE_THAT_IS_NO_OBJECT(false),
        RARE_IN_A_LINE_THAT_IS_NO_OBJECT(false);

        private final boolean leftOut;

        Part(boolean leftOut) {
            this.leftOut = leftOut;
        }

        /** The members that an object has of it, each with a comma before it. */
        String of(int object) {
            return switch (this) {
                case NOTHING -> "";
                case PLAIN -> ", \"plain\": null";
                case IN_THREE -> object < 3 ? ", \"three\": 1" : "";
                case IN_TWO -> object < 2 ? ", \"two\": 1" : "";
                case ARRAY -> ", \"array\": [1, {\"in\": 2}]";
                case OBJECT -> ", \"object\": {\"id\": 1, \"in\": [2]}";
                case OBJECT_IN_ONE -> object == 7 ? ", \"one\": {}" : "";
                case ARRAY_OR_NUMBER -> ", \"either\": " + (object % 2 == 0 ? "[]" : "1");
                case TWO_SPELLINGS -> ", \"same\": 1, \"Same\": 2";
                case NESTED_IN_A_LINE_THAT_IS_NO_OBJECT, RARE_IN_A_LINE_THAT_IS_NO_OBJECT -> "";
            };
        }

        String line() {
            return switch (this) {
                case NESTED_IN_A_LINE_THAT_IS_NO_OBJECT -> "{\"id\": 1, \"lost\": [1], 2}\n";
                case RARE_IN_A_LINE_THAT_IS_NO_OBJECT -> "{\"id\": 1, \"seldom\": 1, 2}\n";
                default -> "";
            };
        }

        List<String> columns() {
            return switch (this) {
                case PLAIN -> List.of("plain");
                case IN_THREE -> List.of("three");
                case ARRAY_OR_NUMBER -> List.of("either");
                default -> List.of();
            };
        }
    }

    @Test
    void membersThatAreNoColumnsAreTold() throws IOException {
        for (Part one : Part.values()) {
            for (Part other : Part.values()) {
                StringBuilder text = new StringBuilder(one.line()).append(other.line());
                for (int i = 0; i < 300; i++) {
                    text.append("{\"id\": ")
                            .append(i)
                            .append(one.of(i))
                            .append(one == other ? "" : other.of(i))
                            .append("}\n");
                }
                Path file = Files.writeString(folder.resolve(one + "-" + other + ".jsonl"), text);
                TextShape shape = LookAtJson.shape(file);
                List<String> columns = new ArrayList<>(List.of("id"));
                columns.addAll(one.columns());
                other.columns().stream().filter(name -> one != other).forEach(columns::add);
                assertThat(shape.names()).as("%s and %s", one, other).containsExactlyInAnyOrderElementsOf(columns);
                assertThat(shape.notices())
                        .as("%s and %s", one, other)
                        .isEqualTo(one.leftOut || other.leftOut ? List.of(LEFT_OUT) : List.of());
            }
        }
    }

    /** Of a file that declares its types, each column that cannot be queried is told with its type, in their order. */
    @Test
    void everyColumnThatCannotBeQueriedIsToldWithItsType() throws SQLException {
        Map<String, String> unread = Map.of("array", "[1]", "STRUCT", "{'x': 1}", "BLOB", "'a'::BLOB");
        for (int count = 0; count <= 3; count++) {
            List<String> columns = new ArrayList<>();
            List<String> told = new ArrayList<>();
            columns.add("1 AS one");
            unread.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .limit(count)
                    .forEach(each -> {
                        String name = "u" + told.size();
                        columns.add(each.getValue() + " AS " + name);
                        columns.add("'t' AS t" + told.size());
                        told.add(name + " (" + each.getKey() + ")");
                    });
            String select = "SELECT " + String.join(", ", columns);
            Path parquet = folder.resolve("p" + count + ".parquet");
            Path database = folder.resolve("d" + count + ".duckdb");
            run("COPY (" + select + ") TO '" + parquet + "' (FORMAT parquet)");
            run("ATTACH '" + database + "' AS d; CREATE TABLE d.t AS " + select);
            for (SourceArgument argument : List.of(
                    new SourceArgument("t", parquet, Optional.empty()),
                    new SourceArgument("t", database, Optional.of("t")))) {
                DeclaredSource declared =
                        DeclareSource.declare(argument, new Protection.UnitColumn("one"), Map.of(), ENGINE);
                assertThat(declared.table().table().columns().stream()
                                .map(Column::name)
                                .filter(name -> name.startsWith("u")))
                        .isEmpty();
                assertThat(declared.notices())
                        .as(select)
                        .isEqualTo(
                                told.isEmpty()
                                        ? List.of()
                                        : List.of("Left out, since columns of these types cannot be queried: "
                                                + String.join(", ", told) + "."));
            }
        }
    }

    private static void run(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
