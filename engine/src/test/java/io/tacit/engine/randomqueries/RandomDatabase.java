package io.tacit.engine.randomqueries;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Small tables full of what is rarely thought of: NULL, NaN, infinities, two zeros, empty texts, rows without a person,
 * rows that come twice, orders of two people. {@code visits} and {@code orders} name their person, {@code items} belong to
 * whoever placed their order, {@code places} and {@code prices} are public.
 */
public final class RandomDatabase {
    static final String ORDERS = "orders";
    static final String ORDER = "ord";
    private static final ColumnType MONEY = ColumnType.decimal(12, 2);

    private static final String[] WORDS = {"'a'", "'b'", "'Ba'", "''", "NULL", "'7'", "' a'"};
    private static final String[] FEW = {"'a'", "'b'", "'a'", "''", "NULL"};
    private static final String[] REALS = {
        "0.25", "'-0.0'", "0", "'NaN'", "'inf'", "'-inf'", "NULL", "2.5", "-7.75", "3", "12.5", "0.75", "3"
    };
    private static final String[] MONIES = {"0.01", "-12.50", "99.99", "NULL", "12.34", "0", "7"};
    private static final String[] WHOLES = {"0", "1", "2", "2", "5", "-3", "NULL", "7"};
    private static final String[] DATES = {
        "'2020-02-29'", "'2021-12-31'", "'2021-03-31'", "'2021-03-30'", "NULL", "'1969-12-31'"
    };

    private final List<RandomTable> tables;
    private final Map<String, List<String>> rows = new LinkedHashMap<>();

    /** Of each row of {@link #rows} the people that it names, or the order in {@code items}. */
    private final int people;

    /**
     * Draws tables.
     *
     * @param people how many there are
     */
    public RandomDatabase(SplittableRandom random, int people) {
        this.people = people;
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
                        MONEY,
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
                        MONEY),
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
                        MONEY));
        fill(random);
    }

    private void fill(SplittableRandom random) {
        tables.forEach(table -> rows.put(table.name(), new ArrayList<>()));
        int orders = 0;
        for (int person = 0; person <= people; person++) {
            String unit = person == 0 ? "NULL" : String.valueOf(person);
            for (int i = random.nextInt(5); i > 0; i--) {
                add(
                        random,
                        "visits",
                        unit,
                        pick(random, FEW),
                        pick(random, REALS),
                        pick(random, MONIES),
                        pick(random, WHOLES),
                        pick(random, DATES));
            }
            for (int i = random.nextInt(4); i > 0; i--) {
                int order = random.nextInt(12) == 0 ? orders : ++orders;
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
        for (int i = 0; i < 5; i++) {
            add(random, "places", pick(random, WORDS), pick(random, REALS), pick(random, WHOLES));
            add(random, "prices", pick(random, WHOLES), pick(random, WORDS), pick(random, MONIES));
        }
    }

    private void add(SplittableRandom random, String table, String... values) {
        String row = "(" + String.join(", ", values) + ")";
        List<String> known = rows.get(table);
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
                List<String> values = rows.get(table.name());
                if (!values.isEmpty()) {
                    statement.execute("INSERT INTO " + table.name() + " VALUES " + String.join(", ", values));
                }
            }
        }
    }

    /** Writes all tables of a connection as files for Tacit to read. */
    public List<SourceTable> write(Connection connection, Path folder) throws SQLException {
        List<SourceTable> written = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            for (RandomTable table : tables) {
                Path file = folder.resolve(table.name() + ".parquet");
                statement.execute("COPY (SELECT * FROM " + table.name() + ") TO '" + file + "' (FORMAT parquet)");
                written.add(new SourceTable(table.table(), new Source.Parquet(file)));
            }
        }
        return written;
    }
}
