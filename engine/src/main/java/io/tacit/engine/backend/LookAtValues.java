package io.tacit.engine.backend;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Year;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Looks at the first values of a column, to see whether they would tell who somebody is. For the owner's draft of a
 * policy alone: what is counted here is exact, and no number of it goes on.
 *
 * @param column which one
 * @param person the column that names the person, where one was guessed
 * @param name how the engine's SQL writes a name
 */
public record LookAtValues(Column column, Optional<String> person, UnaryOperator<String> name) {
    private static final int ROWS = 10_000;
    private static final int LONGEST = 200;

    /** Fewer values say nothing about how they spread. */
    private static final int FEWEST = 20;

    /** A share that is nearly all, with room for values that somebody mistyped. */
    private static final double NEARLY = 0.9;

    private static final double MOST = 0.8;
    private static final List<Likeness> WRITTEN =
            Arrays.stream(Likeness.values()).filter(Likeness::written).toList();

    /** Whether there is something to look at: texts and dates. */
    public boolean tells() {
        return column.type().kind() == ColumnType.Kind.VARCHAR || isDate();
    }

    private boolean isDate() {
        return column.type().kind() == ColumnType.Kind.DATE;
    }

    /** The query, which has one row, over a table of the engine. */
    public String sql(String table) {
        return isDate() ? dates(table) : texts(table);
    }

    private String texts(String table) {
        String patterns = WRITTEN.stream()
                .map(Likeness::pattern)
                .flatMap(Optional::stream)
                .map(pattern -> "count(*) FILTER (WHERE x ~ '^(" + pattern + ")$')")
                .collect(Collectors.joining(", "));
        String people = person.isPresent() ? "count(DISTINCT p), count(DISTINCT (p, x))" : "0, 0";
        return "SELECT count(*), " + patterns + ", count(DISTINCT x), " + people
                + ", count(*) FILTER (WHERE x LIKE '% % %' AND length(x) >= 20) FROM (SELECT left("
                + name.apply(column.name()) + ", " + LONGEST + ") AS x"
                + person.map(unit -> ", " + name.apply(unit) + " AS p").orElse("") + " FROM " + table + " WHERE "
                + name.apply(column.name()) + " IS NOT NULL LIMIT " + ROWS + ") AS looked";
    }

    /** Years only: how many, their mean and how they spread. */
    private String dates(String table) {
        return "SELECT count(*), coalesce(avg(x), 0), coalesce(stddev_samp(x), 0), coalesce(max(x), 0)"
                + " FROM (SELECT extract(year FROM " + name.apply(column.name()) + ") AS x FROM " + table
                + " WHERE " + name.apply(column.name())
                + " BETWEEN DATE '1800-01-01' AND DATE '2200-01-01' LIMIT " + ROWS + ") AS looked";
    }

    /** What the query's row says. */
    public Optional<Likeness> judge(ResultSet row) throws SQLException {
        double all = row.getDouble(1);
        return isDate() ? date(row, all) : text(row, all);
    }

    private static Optional<Likeness> date(ResultSet row, double all) throws SQLException {
        double back = Year.now(ZoneOffset.UTC).getValue() - row.getDouble(2);
        double spread = row.getDouble(3);
        boolean past = row.getDouble(4) <= Year.now(ZoneOffset.UTC).getValue();
        boolean lifetime = back >= 15 && back <= 85 && spread >= 8 && spread <= 40;
        return all >= FEWEST && past && lifetime ? Optional.of(Likeness.BIRTH) : Optional.empty();
    }

    private static Optional<Likeness> text(ResultSet row, double all) throws SQLException {
        int at = 2;
        for (Likeness kind : WRITTEN) {
            if (all > 0 && row.getDouble(at++) >= MOST * all) {
                return Optional.of(kind);
            }
        }
        at = 2 + WRITTEN.size();
        double values = row.getDouble(at);
        double people = row.getDouble(at + 1);
        double pairs = row.getDouble(at + 2);
        boolean eachRow = all >= FEWEST && values >= NEARLY * all;
        boolean eachPerson = people >= FEWEST && values >= NEARLY * people && pairs <= people / NEARLY;
        if (!eachRow && !eachPerson) {
            return Optional.empty();
        }
        return Optional.of(row.getDouble(at + 3) >= MOST * all ? Likeness.FREE_TEXT : Likeness.ONE_EACH);
    }
}
