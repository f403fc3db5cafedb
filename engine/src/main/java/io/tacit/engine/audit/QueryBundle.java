package io.tacit.engine.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One of the tester's own queries that asks many expressions at once, as keys of one grouping: {@code SELECT a, b, COUNT(…)
 * FROM p GROUP BY 1, 2}. Of those that an engine lacks something for, the others can still be asked.
 *
 * @param keys the expressions
 * @param rest what is between the last of them and GROUP BY
 */
record QueryBundle(List<String> keys, String rest) {
    private static final String SELECT = "SELECT ";
    private static final String GROUP_BY = " GROUP BY ";

    QueryBundle {
        keys = List.copyOf(keys);
    }

    /** The bundle that a query is, if it is one of several keys. */
    static Optional<QueryBundle> of(String sql) {
        int end = sql.lastIndexOf(GROUP_BY);
        if (!sql.startsWith(SELECT) || end < 0) {
            return Optional.empty();
        }
        List<String> items = items(sql.substring(SELECT.length(), end));
        int last = items.size() - 1;
        boolean whole = last > 1 && sql.substring(end + GROUP_BY.length()).equals(places(last));
        return whole ? Optional.of(new QueryBundle(items.subList(0, last), "," + items.get(last))) : Optional.empty();
    }

    /**
     * The query without what an engine lacks something for.
     *
     * @param lacks says so of the query that asks one expression alone
     * @return nothing where it lacks something for all of them, or for none
     */
    Optional<String> without(Predicate<String> lacks) {
        List<String> left =
                keys.stream().filter(key -> !lacks.test(sql(List.of(key)))).toList();
        return left.isEmpty() || left.size() == keys.size() ? Optional.empty() : Optional.of(sql(left));
    }

    private String sql(List<String> asked) {
        return SELECT + String.join(",", asked).strip() + rest + GROUP_BY + places(asked.size());
    }

    private static String places(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(String::valueOf).collect(Collectors.joining(", "));
    }

    /** The texts between commas that stand neither in brackets nor in quotes. */
    private static List<String> items(String list) {
        List<String> items = new ArrayList<>();
        int depth = 0;
        boolean quoted = false;
        int begin = 0;
        for (int i = 0; i < list.length(); i++) {
            char sign = list.charAt(i);
            quoted ^= sign == '\'';
            if (!quoted) {
                depth += "([".indexOf(sign) >= 0 ? 1 : ")]".indexOf(sign) >= 0 ? -1 : 0;
            }
            if (sign == ',' && !quoted && depth == 0) {
                items.add(list.substring(begin, i));
                begin = i + 1;
            }
        }
        items.add(list.substring(begin));
        return items;
    }
}
