package io.tacit.engine.session;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * People whose names and values are made to be confused with each other, in tables {@code p} (wild values), {@code o}
 * (orders, whose numbers are not as unique as declared), {@code item} (found through {@code o}), {@code dp} (like p,
 * with declarations that are wrong), and the public table {@code pub}.
 */
@org.jspecify.annotations.NullUnmarked
final class HostilePeople {
    static final DuckDbSettings SETTINGS = new DuckDbSettings(512, 1, message -> {});

    private static final String[] GROUPS = {"a", "b", "c", "d", "A", "NULL", "a ", "released_0"};
    private static final String[] DOUBLES = {
        "0.1", "-0.0", "0", "nan", "inf", "-inf", "1e308", "5e-324", "", "2.5", "-7.75"
    };
    private static final String[] DECIMALS = {"0.01", "-9999999999.99", "9999999999.99", "", "12.34", "0", "7"};
    private static final String[] INTEGERS = {"2147483647", "-2147483648", "0", "", "5", "-3"};
    private static final String[] BIGINTS = {"9223372036854775807", "-9223372036854775808", "0", "", "77"};
    private static final String[] WIDE = {
        "9999999999999999999999999999.9999999999", "-9999999999999999999999999999.9999999999", "", "0.5", "1"
    };
    private static final String[] TEXTS = {"a", "b", "a,b;c", "", "%_%", "1", "-7", "2020-02-30", "'", "é"};
    private static final String[] DAYS = {"0001-01-01", "9999-12-31", "2024-02-29", "", "2023-06-01"};

    /** What names a person. */
    enum Unit {
        WHOLE("1,2,3"),
        TEXT("a,A,a ,ab,abc"),
        REAL("0,-0.0,1,nan"),
        PAIR("1,11,1:1");

        private final String names;

        Unit(String names) {
            this.names = names;
        }

        /** The type of uid and vid. */
        ColumnType type() {
            return switch (this) {
                case WHOLE -> ColumnType.BIGINT;
                case REAL -> ColumnType.DOUBLE;
                case TEXT, PAIR -> ColumnType.VARCHAR;
            };
        }

        /** The columns. */
        List<String> columns() {
            return this == PAIR ? List.of("uid", "vid") : List.of("uid");
        }

        /** People, each as uid and vid; vid is somebody's only if it is part of the name. */
        List<List<String>> people() {
            List<List<String>> people = new ArrayList<>();
            for (String name : names.split(",", -1)) {
                people.add(List.of(name, "2"));
                if (this == PAIR) {
                    people.add(List.of(name, "12"));
                }
            }
            return people;
        }

        private boolean same(List<String> row, List<String> person) {
            if (this == REAL) {
                return Double.parseDouble(row.get(0).replace("nan", "NaN")) + 0.0
                        == Double.parseDouble(person.get(0).replace("nan", "NaN")) + 0.0;
            }
            return row.get(0).equals(person.get(0))
                    && (this != PAIR || row.get(1).equals(person.get(1)));
        }
    }

    /** A row of p or o: the first two values are uid and vid. */
    private record Row(boolean order, List<String> values) {}

    private final Unit unit;
    private final List<Row> rows;

    private HostilePeople(Unit unit, List<Row> rows) {
        this.unit = unit;
        this.rows = rows;
    }

    static HostilePeople random(Unit unit, SplittableRandom random) {
        List<Row> rows = new ArrayList<>();
        for (List<String> person : unit.people()) {
            for (int i = random.nextInt(9); i > 0; i--) {
                rows.add(new Row(
                        false,
                        join(
                                person,
                                pick(random, GROUPS),
                                pick(random, DOUBLES),
                                pick(random, DECIMALS),
                                pick(random, INTEGERS),
                                pick(random, BIGINTS),
                                pick(random, WIDE),
                                pick(random, TEXTS),
                                pick(random, DAYS))));
            }
            for (int i = random.nextInt(6); i > 0; i--) {
                // Numbers of orders are shared by several people, although a foreign key refers to them.
                rows.add(new Row(
                        true,
                        join(
                                person,
                                String.valueOf(random.nextInt(12)),
                                pick(random, DECIMALS),
                                pick(random, GROUPS))));
            }
        }
        return new HostilePeople(unit, rows);
    }

    private static List<String> join(List<String> person, String... more) {
        List<String> all = new ArrayList<>(person);
        all.addAll(List.of(more));
        return all;
    }

    private static String pick(SplittableRandom random, String[] values) {
        return values[random.nextInt(values.length)];
    }

    HostilePeople without(List<String> person) {
        return new HostilePeople(
                unit,
                rows.stream().filter(row -> !unit.same(row.values(), person)).toList());
    }

    HostilePeople shuffled(long seed) {
        List<Row> all = new ArrayList<>(rows);
        Collections.shuffle(all, new Random(seed));
        return new HostilePeople(unit, all);
    }

    List<SourceTable> tables(Path folder) throws IOException {
        Files.createDirectories(folder);
        List<SourceTable> tables = new ArrayList<>();
        Protection own = new Protection.UnitColumn(unit.columns());
        write(folder, "p", "uid,vid,g,x,d,i,b,w,s,day", lines(false));
        write(folder, "o", "uid,vid,oid,amount,c", lines(true));
        List<String> items = new ArrayList<>();
        for (int order = 0; order < 14; order++) {
            for (int i = 0; i < order % 4; i++) {
                items.add(order + "," + (char) ('a' + (order + i) % 3) + "," + (order - i));
            }
        }
        write(folder, "item", "oid,product,q", items);
        write(
                folder,
                "pub",
                "code,n,v",
                List.of("a,1,0.5", "a,1,0.5", "b,2,-0.0", "b,3,nan", "NULL,4,1e308", ",5,", "z,6,0.1"));
        tables.add(table(folder, "p", "p", own, people(false)));
        tables.add(table(folder, "dp", "p", own, people(true)));
        tables.add(table(
                folder,
                "o",
                "o",
                own,
                columns(
                        "uid",
                        unit.type(),
                        "vid",
                        unit.type(),
                        "oid",
                        ColumnType.BIGINT,
                        "amount",
                        ColumnType.decimal(12, 2),
                        "c",
                        ColumnType.VARCHAR)));
        tables.add(table(
                folder,
                "item",
                "item",
                new Protection.ForeignKey("oid", "o", "oid"),
                columns("oid", ColumnType.BIGINT, "product", ColumnType.VARCHAR, "q", ColumnType.INTEGER)));
        tables.add(table(
                folder,
                "pub",
                "pub",
                new Protection.Public(),
                columns("code", ColumnType.VARCHAR, "n", ColumnType.INTEGER, "v", ColumnType.DOUBLE)));
        return tables;
    }

    private List<Column> people(boolean declared) {
        List<Column> columns = columns(
                "uid",
                unit.type(),
                "vid",
                unit.type(),
                "g",
                ColumnType.VARCHAR,
                "x",
                ColumnType.DOUBLE,
                "d",
                ColumnType.decimal(12, 2),
                "i",
                ColumnType.INTEGER,
                "b",
                ColumnType.BIGINT,
                "w",
                ColumnType.decimal(38, 10),
                "s",
                ColumnType.VARCHAR,
                "day",
                ColumnType.DATE);
        return declared ? columns.stream().map(HostilePeople::declared).toList() : columns;
    }

    private static Column declared(Column column) {
        return switch (column.name()) {
            case "x" -> column.within(bounds("-1.5", "4"));
            case "d" -> column.within(bounds("0.2", "0.8"));
            case "i" -> column.within(bounds("-3", "10"));
            case "b" -> column.within(bounds("-9000000000000000000", "9000000000000000000"));
            case "w" -> column.within(bounds("1", "1"));
            case "g" -> column.among(new Domain(List.of("a", "c", "nobody")));
            default -> column;
        };
    }

    private static RowBounds bounds(String low, String high) {
        return new RowBounds(new BigDecimal(low), new BigDecimal(high));
    }

    private List<String> lines(boolean orders) {
        return rows.stream()
                .filter(row -> row.order() == orders)
                .map(row -> String.join(
                        ",", row.values().stream().map(HostilePeople::quoted).toList()))
                .toList();
    }

    private static String quoted(String value) {
        return value.indexOf(',') >= 0 || value.endsWith(" ") ? "\"" + value + "\"" : value;
    }

    private static void write(Path folder, String name, String header, List<String> lines) throws IOException {
        Files.writeString(folder.resolve(name + ".csv"), header + "\n" + String.join("\n", lines) + "\n");
    }

    private static SourceTable table(
            Path folder, String name, String file, Protection protection, List<Column> columns) {
        return new SourceTable(
                new Table(name, columns, protection),
                new Source.Csv(folder.resolve(file + ".csv"), new CsvFormat(',', true)));
    }

    private static List<Column> columns(Object... namesAndTypes) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < namesAndTypes.length; i += 2) {
            columns.add(Column.nullable((String) namesAndTypes[i], (ColumnType) namesAndTypes[i + 1]));
        }
        return columns;
    }
}
