package io.tacit.engine.randomqueries;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;

/**
 * Small tables full of what is rarely thought of: NULL, NaN, infinities, two zeros, empty texts, rows without a person,
 * rows that come twice, orders of two people. {@code visits} and {@code orders} name their person, {@code items} belong
 * to whoever placed their order, {@code letters} to who wrote them, and name another person too, {@code places} and
 * {@code prices} are public.
 */
public final class RandomDatabase {
    static final String ORDERS = "orders";
    static final String ORDER = "ord";
    static final String LETTERS = "letters";
    static final String FRIEND = "friend";
    private static final ColumnType MONEY = ColumnType.decimal(12, 2);

    /** Whose largest number fits 63 bits, and the sum of some does not. */
    private static final ColumnType NEARLY_A_LONG = ColumnType.decimal(18, 2);

    /** Who alone has values at the ends of types, where anybody has. */
    private static final int EXTREME = 1;

    private static final String[] WORDS = {"'a'", "'b'", "'Ba'", "''", "NULL", "'7'", "' a'", "'B'"};
    private static final String[] FEW = {"'a'", "'b'", "'a'", "''", "NULL", "'A'"};
    private static final String[] REALS = {
        "0.25", "'-0.0'", "0", "'NaN'", "'inf'", "'-inf'", "NULL", "2.5", "-7.75", "3", "12.5", "0.75", "3"
    };
    private static final String[] MONIES = {"0.01", "-12.50", "99.99", "NULL", "12.34", "0", "7"};
    private static final String[] WHOLES = {"0", "1", "2", "2", "5", "-3", "NULL", "7"};
    private static final String[] DATES = {
        "'2020-02-29'", "'2021-12-31'", "'2021-03-31'", "'2021-03-30'", "NULL", "'1969-12-31'"
    };

    private static final String[] LARGEST = {"9999999999999999.99", "-9999999999999999.99", "NULL"};
    private static final String[] LONGEST = {"2147483647", "-2147483648", "2"};
    private static final String[] LATEST = {"'9999-12-31'", "'0001-01-01'", "NULL"};

    private final boolean extremes;
    private final List<RandomTable> tables;
    private final Map<String, List<List<String>>> rows;
    private final int people;

    /**
     * Draws tables.
     *
     * @param people how many there are
     */
    public RandomDatabase(SplittableRandom random, int people) {
        this(random, people, false);
    }

    /**
     * Draws tables in which the first person alone has values at the ends of types: whatever an engine does by the largest
     * value or by the number of values of a column is done by that person's rows.
     */
    public static RandomDatabase withExtremes(SplittableRandom random, int people) {
        return new RandomDatabase(random, people, true);
    }

    private RandomDatabase(SplittableRandom random, int people, boolean extremes) {
        this.extremes = extremes;
        this.people = people;
        ColumnType money = extremes ? NEARLY_A_LONG : MONEY;
        this.rows = new LinkedHashMap<>();
        tables = List.of(
                RandomTable.of(
                        "visits",
                        new Protection.UnitColumn("person"),
                        "person",
                        ColumnType.BIGINT,
                        "g",
                        ColumnType.VARCHAR,
                        "x",
                        ColumnType.DOUBLE,
                        "d",
                        money,
                        "i",
                        ColumnType.INTEGER,
                        "t",
                        ColumnType.DATE),
                RandomTable.of(
                        ORDERS,
                        new Protection.UnitColumn("person"),
                        ORDER,
                        ColumnType.BIGINT,
                        "person",
                        ColumnType.BIGINT,
                        "h",
                        ColumnType.VARCHAR,
                        "y",
                        ColumnType.DOUBLE,
                        "e",
                        ColumnType.decimal(10, 3),
                        "s",
                        ColumnType.DATE),
                RandomTable.of(
                        "items",
                        new Protection.ForeignKey("ord", ORDERS, ORDER),
                        ORDER,
                        ColumnType.BIGINT,
                        "k",
                        ColumnType.VARCHAR,
                        "q",
                        ColumnType.INTEGER,
                        "p",
                        money),
                RandomTable.of(
                        "places",
                        new Protection.Public(),
                        "g",
                        ColumnType.VARCHAR,
                        "z",
                        ColumnType.DOUBLE,
                        "n",
                        ColumnType.INTEGER),
                RandomTable.of(
                        "prices",
                        new Protection.Public(),
                        "i",
                        ColumnType.INTEGER,
                        "label",
                        ColumnType.VARCHAR,
                        "v",
                        money),
                RandomTable.of(
                        LETTERS,
                        new Protection.UnitColumn("person"),
                        FRIEND,
                        ColumnType.BIGINT,
                        "person",
                        ColumnType.BIGINT,
                        "w",
                        ColumnType.INTEGER));
        fill(random);
    }

    private RandomDatabase(RandomDatabase other, Map<String, List<List<String>>> rows) {
        this(other, other.tables, rows);
    }

    private RandomDatabase(RandomDatabase other, List<RandomTable> tables, Map<String, List<List<String>>> rows) {
        this.tables = tables;
        this.extremes = other.extremes;
        this.people = other.people;
        this.rows = rows;
    }

    /** How many people there are, numbered from 1; some may have no row. */
    public int people() {
        return people;
    }

    /** The same without one person: also without what is in the orders that were nobody else's. */
    public RandomDatabase without(int person) {
        String wanted = String.valueOf(person);
        return changed((table, row) -> !owners(table, row).equals(Set.of(wanted)));
    }

    /** The same rows in another order, with one person's in front. */
    public RandomDatabase shuffled(SplittableRandom random, int first) {
        String wanted = String.valueOf(first);
        Map<String, List<List<String>>> changed = new LinkedHashMap<>();
        rows.forEach((table, known) -> {
            List<List<String>> order = new ArrayList<>(known);
            for (int i = order.size() - 1; i > 0; i--) {
                Collections.swap(order, i, random.nextInt(i + 1));
            }
            order.sort(Comparator.comparing(row -> !owners(table, row).contains(wanted)));
            changed.put(table, order);
        });
        return new RandomDatabase(this, changed);
    }

    private RandomDatabase changed(BiPredicate<String, List<String>> kept) {
        Map<String, List<List<String>>> changed = new LinkedHashMap<>();
        rows.forEach((table, known) -> changed.put(
                table, known.stream().filter(row -> kept.test(table, row)).toList()));
        return new RandomDatabase(this, changed);
    }

    /** The same with two columns that name a person together; {@link TwoColumns#both} writes queries for it. */
    public RandomDatabase withTwoColumns() {
        Map<String, List<List<String>>> changed = new LinkedHashMap<>();
        for (RandomTable table : tables) {
            List<List<String>> known = rows.get(table.name());
            changed.put(table.name(), TwoColumns.rows(table, known));
        }
        return new RandomDatabase(this, tables.stream().map(TwoColumns::table).toList(), changed);
    }

    /** The people that a row belongs to. */
    private Set<String> owners(String table, List<String> row) {
        return switch (table) {
            case "visits" -> Set.of(row.get(0));
            case ORDERS, LETTERS -> Set.of(row.get(1));
            case "items" ->
                rows.get(ORDERS).stream()
                        .filter(order -> order.get(0).equals(row.get(0)))
                        .map(order -> order.get(1))
                        .collect(Collectors.toSet());
            default -> Set.of();
        };
    }

    private void fill(SplittableRandom random) {
        tables.forEach(table -> rows.put(table.name(), new ArrayList<>()));
        int orders = 0;
        for (int person = 0; person <= people; person++) {
            String unit = unit(person);
            for (int i = random.nextInt(5); i > 0; i--) {
                boolean far = extremes && person == EXTREME;
                add(
                        random,
                        "visits",
                        unit,
                        pick(random, FEW),
                        pick(random, REALS),
                        pick(random, far ? LARGEST : MONIES),
                        pick(random, far ? LONGEST : WHOLES),
                        pick(random, far ? LATEST : DATES));
            }
            for (int i = random.nextInt(4); i > 0; i--) {
                int order = random.nextInt(5) == 0 ? orders : ++orders;
                add(
                        random,
                        ORDERS,
                        String.valueOf(order),
                        unit,
                        pick(random, FEW),
                        pick(random, REALS),
                        pick(random, MONIES),
                        pick(random, DATES));
                for (int j = random.nextInt(4); j > 0; j--) {
                    String of = random.nextInt(15) == 0 ? pick(random, "NULL", "999") : String.valueOf(order);
                    add(random, "items", of, pick(random, FEW), pick(random, WHOLES), pick(random, MONIES));
                }
            }
        }
        for (int person = 0; person <= people; person++) {
            for (int i = random.nextInt(4); i > 0; i--) {
                int friend = random.nextInt(people + 1);
                add(random, LETTERS, unit(friend), unit(person), pick(random, WHOLES));
            }
        }
        for (int i = 0; i < 5; i++) {
            add(random, "places", pick(random, WORDS), pick(random, REALS), pick(random, WHOLES));
            add(random, "prices", pick(random, WHOLES), pick(random, WORDS), pick(random, MONIES));
        }
    }

    private static String unit(int person) {
        return person == 0 ? "NULL" : String.valueOf(person);
    }

    private void add(SplittableRandom random, String table, String... values) {
        List<String> row = List.of(values);
        List<List<String>> known = rows.get(table);
        known.add(row);
        if (random.nextInt(10) == 0) {
            known.add(row);
        }
    }

    private static String pick(SplittableRandom random, String... values) {
        return values[random.nextInt(values.length)];
    }

    /** The tables. */
    public List<RandomTable> tables() {
        return tables;
    }

    RandomTable table(String name) {
        return tables.stream().filter(t -> t.name().equals(name)).findFirst().orElseThrow();
    }

    /** Makes and fills all tables. */
    public void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (RandomTable table : tables) {
                List<String> columns = table.table().columns().stream()
                        .map(c -> c.name() + " " + c.type().sql())
                        .toList();
                statement.execute("CREATE TABLE " + table.name() + " (" + String.join(", ", columns) + ")");
                List<String> values = rows.get(table.name()).stream()
                        .map(row -> "(" + String.join(", ", row) + ")")
                        .toList();
                if (!values.isEmpty()) {
                    statement.execute("INSERT INTO " + table.name() + " VALUES " + String.join(", ", values));
                }
            }
        }
    }

    /** Puts NULL in the place of NaN in all tables of a connection, as Tacit reads them. */
    public void withoutNan(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (RandomTable table : tables) {
                for (Column column : table.table().columns()) {
                    if (column.type().kind() == ColumnType.Kind.DOUBLE) {
                        statement.execute("UPDATE " + table.name() + " SET " + column.name() + " = NULL WHERE isnan("
                                + column.name() + ")");
                    }
                }
            }
        }
    }

    /**
     * Writes all tables of a connection as files for Tacit to read: every other one as Parquet, the rest into a DuckDB
     * file whose texts have a collation. Nobody should notice it.
     */
    public List<SourceTable> write(Connection connection, Path folder) throws SQLException {
        List<SourceTable> written = new ArrayList<>();
        Path database = folder.resolve("tables.duckdb");
        try (Statement statement = connection.createStatement()) {
            statement.execute("ATTACH '" + database + "' AS file_");
            for (RandomTable table : tables) {
                if (written.size() % 2 == 1) {
                    Path file = folder.resolve(table.name() + ".parquet");
                    statement.execute("COPY (SELECT * FROM " + table.name() + ") TO '" + file + "' (FORMAT parquet)");
                    written.add(new SourceTable(table.table(), new Source.Parquet(file)));
                    continue;
                }
                List<String> columns = table.table().columns().stream()
                        .map(c -> c.name() + " " + c.type().sql()
                                + (c.type().kind() == ColumnType.Kind.VARCHAR ? " COLLATE NOCASE" : ""))
                        .toList();
                statement.execute("CREATE TABLE file_." + table.name() + " (" + String.join(", ", columns) + ")");
                statement.execute("INSERT INTO file_." + table.name() + " SELECT * FROM " + table.name());
                written.add(new SourceTable(table.table(), new Source.DuckDb(database, table.name())));
            }
            statement.execute("DETACH file_");
        }
        return written;
    }
}
