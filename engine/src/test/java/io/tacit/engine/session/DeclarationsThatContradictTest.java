package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.pushdown.PushedDownSql;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A session opens only over declarations that name one person for each private row: random sets of tables are refused
 * exactly where a second reckoning, which follows keys step by step until nothing changes, finds no such person.
 */
@org.jspecify.annotations.NullUnmarked
class DeclarationsThatContradictTest {
    private static final int SETS = 20_000;

    private static final List<Column> COLUMNS = List.of(
            Column.nullable("id", ColumnType.BIGINT),
            Column.nullable("n", ColumnType.INTEGER),
            Column.nullable("x", ColumnType.DOUBLE),
            Column.nullable("name", ColumnType.VARCHAR),
            Column.nullable("price", ColumnType.decimal(5, 2)),
            Column.nullable("total", ColumnType.decimal(7, 2)),
            Column.nullable("hidden", ColumnType.BIGINT).hiddenFromAnalysts());

    private static final List<List<String>> PEOPLE = List.of(
            List.of("id"),
            List.of("id"),
            List.of("ID"),
            List.of("hidden"),
            List.of("n"),
            List.of("x"),
            List.of("name"),
            List.of("price"),
            List.of("total"),
            List.of("missing"),
            List.of("id", "name"),
            List.of("Hidden", "NAME"),
            List.of("name", "id"),
            List.of("n", "name"),
            List.of("price", "id"),
            List.of("total", "id"),
            List.of("id", "Id"),
            List.of("x", "id"),
            List.of("id", "n", "x"),
            List.of("id", "missing"),
            List.of("id", "name", "id"),
            List.of("id", "name", "n"));

    private static final List<String> KEPT = List.of(
            "released_0",
            "Released_people",
            PushedDownSql.OURS,
            PushedDownSql.OURS + "x",
            PushedDownSql.OURS.toUpperCase(Locale.ROOT) + "X");

    private static final List<String> USUAL = List.of("a", "b", "c", "d", "releases", "unreleased_0");

    private final Random random = new Random(20_261);

    @Test
    void openWhereEachPrivateRowHasOneKnownPersonAndNowhereElse() {
        Map<ErrorCode, Integer> refused = new EnumMap<>(ErrorCode.class);
        int opened = 0;
        for (int i = 0; i < SETS; i++) {
            List<Table> tables = tables();
            Optional<ErrorCode> code = opening(tables);
            assertThat(code).as("%s", tables).isEqualTo(expected(tables));
            code.ifPresent(each -> refused.merge(each, 1, Integer::sum));
            opened += code.isEmpty() ? 1 : 0;
        }
        assertThat(opened).isGreaterThan(SETS / 5);
        assertThat(refused.keySet()).containsExactlyInAnyOrder(ErrorCode.SOURCE_NAME, ErrorCode.PRIVACY_UNIT);
        assertThat(refused.values()).allMatch(times -> times > SETS / 20);
    }

    @Test
    void aPathOfKeysMayBeLongAndMeetOthers() {
        List<Table> tables = new ArrayList<>();
        tables.add(table("people", new Protection.UnitColumn("id")));
        for (int i = 0; i < 40; i++) {
            String target = i < 2 ? "people" : "step" + (i - 2);
            tables.add(0, table("step" + i, new Protection.ForeignKey("n", target, "id")));
        }
        assertThat(opening(tables)).isEmpty();
        tables.remove(tables.size() - 1);
        assertThat(opening(tables)).contains(ErrorCode.PRIVACY_UNIT);
        tables.add(table("people", new Protection.ForeignKey("n", "STEP39", "id")));
        assertThat(opening(tables)).contains(ErrorCode.PRIVACY_UNIT);
    }

    private static Optional<ErrorCode> opening(List<Table> tables) {
        List<SourceTable> sources = tables.stream()
                .map(table -> new SourceTable(table, new Source.Csv(Path.of("none.csv"), new CsvFormat(',', true))))
                .toList();
        try (TacitSession session = TacitSession.open(sources, Defaults.STANDARD, People.SETTINGS, ZeroNoise::new)) {
            assertThat(session.tables()).hasSameSizeAs(tables);
            return Optional.empty();
        } catch (Refusal refusal) {
            return Optional.of(refusal.code());
        }
    }

    private List<Table> tables() {
        List<String> names = new ArrayList<>(USUAL);
        Collections.shuffle(names, random);
        names = new ArrayList<>(names.subList(0, 1 + random.nextInt(4)));
        int last = names.size() - 1;
        switch (random.nextInt(12)) {
            case 0 -> names.set(last, names.get(0).toUpperCase(Locale.ROOT));
            case 1 -> names.set(last, KEPT.get(random.nextInt(KEPT.size())));
            default -> names.set(last, names.get(last).toUpperCase(Locale.ROOT));
        }
        // Most sets name one person alike, so that many of them open.
        List<String> usual = PEOPLE.get(random.nextInt(PEOPLE.size()));
        List<Table> tables = new ArrayList<>();
        for (String name : names) {
            tables.add(lacking(table(name, protection(names, usual))));
        }
        return tables;
    }

    private Protection protection(List<String> names, List<String> usual) {
        return switch (random.nextInt(8)) {
            case 0 -> new Protection.Public();
            case 1, 2, 3 -> new Protection.UnitColumn(usual);
            case 4 -> new Protection.UnitColumn(PEOPLE.get(random.nextInt(PEOPLE.size())));
            default ->
                new Protection.ForeignKey(
                        keyColumn(),
                        random.nextInt(12) == 0 ? "nowhere" : names.get(random.nextInt(names.size())),
                        keyColumn());
        };
    }

    private String keyColumn() {
        return random.nextInt(15) == 0 ? "missing" : random.nextBoolean() ? "ID" : "hidden";
    }

    private static Table table(String name, Protection protection) {
        return new Table(name, COLUMNS, protection);
    }

    /** Now and then a table lacks a column that the others have. */
    private Table lacking(Table table) {
        List<Column> columns = new ArrayList<>(COLUMNS);
        if (random.nextInt(6) == 0) {
            columns.remove(random.nextInt(columns.size()));
        }
        return new Table(table.name(), columns, table.protection());
    }

    private static Optional<ErrorCode> expected(List<Table> tables) {
        Set<String> names = new HashSet<>();
        for (Table table : tables) {
            String name = lower(table.name());
            if (!names.add(name) || KEPT.stream().anyMatch(kept -> lower(kept).equals(name))) {
                return Optional.of(ErrorCode.SOURCE_NAME);
            }
        }
        return peopleAreKnown(tables, names) ? Optional.empty() : Optional.of(ErrorCode.PRIVACY_UNIT);
    }

    private static boolean peopleAreKnown(List<Table> tables, Set<String> names) {
        Map<String, List<ColumnType>> people = new HashMap<>();
        for (Table table : tables) {
            if (table.protection().ownColumns().stream()
                            .anyMatch(column -> type(table, column).isEmpty())
                    || table.protection()
                            .foreignKey()
                            .filter(key -> !leads(key, tables))
                            .isPresent()) {
                return false;
            }
            if (table.protection() instanceof Protection.UnitColumn unit) {
                List<ColumnType> types = unit.columns().stream()
                        .map(column -> type(table, column).orElseThrow())
                        .toList();
                long different = unit.columns().stream()
                        .map(DeclarationsThatContradictTest::lower)
                        .distinct()
                        .count();
                if (different < types.size() || types.size() > 1 && types.contains(ColumnType.DOUBLE)) {
                    return false;
                }
                people.put(lower(table.name()), types);
            }
        }
        for (int step = 0; step < tables.size(); step++) {
            for (Table table : tables) {
                table.protection()
                        .foreignKey()
                        .map(key -> people.get(lower(key.targetTable())))
                        .ifPresent(types -> people.put(lower(table.name()), types));
            }
        }
        long open = tables.stream()
                .filter(table -> table.protection() instanceof Protection.Public)
                .count();
        return people.size() + open == names.size()
                && people.values().stream()
                                .map(DeclarationsThatContradictTest::compared)
                                .distinct()
                                .count()
                        <= 1;
    }

    /** What two people's columns must have in common to be one person's. */
    private static String compared(List<ColumnType> types) {
        if (types.size() > 1) {
            return types.toString();
        }
        return types.get(0).kind().name().replace("BIGINT", "INTEGER");
    }

    private static boolean leads(Protection.ForeignKey key, List<Table> tables) {
        return tables.stream()
                .filter(table -> lower(table.name()).equals(lower(key.targetTable())))
                .anyMatch(table -> type(table, key.targetColumn()).isPresent());
    }

    private static Optional<ColumnType> type(Table table, String name) {
        return table.columns().stream()
                .filter(column -> lower(column.name()).equals(lower(name)))
                .map(Column::type)
                .findFirst();
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
