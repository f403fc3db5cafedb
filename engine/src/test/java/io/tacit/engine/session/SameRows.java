package io.tacit.engine.session;

import io.tacit.engine.randomqueries.Rounding;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/** Compares rows as multisets. */
@org.jspecify.annotations.NullUnmarked
final class SameRows {
    private SameRows() {}

    /**
     * What only one side has, as text; empty where the rows are the same.
     *
     * @param rounding for each column how far numbers may be apart
     */
    static String difference(List<List<Object>> expected, List<List<Object>> actual, List<Rounding> rounding) {
        List<List<Object>> missing = new ArrayList<>();
        List<List<Object>> more = new ArrayList<>(actual);
        for (List<Object> row : expected) {
            if (!removed(more, row, rounding)) {
                missing.add(row);
            }
        }
        return missing.isEmpty() && more.isEmpty()
                ? ""
                : "only plain: " + missing + "\nonly Tacit: " + more + "\nof " + expected.size() + " rows";
    }

    private static boolean removed(List<List<Object>> rows, List<Object> wanted, List<Rounding> rounding) {
        for (Iterator<List<Object>> i = rows.iterator(); i.hasNext(); ) {
            List<Object> row = i.next();
            boolean same = row.size() == wanted.size();
            for (int c = 0; same && c < row.size(); c++) {
                same = same(wanted.get(c), row.get(c), rounding.get(c));
            }
            if (same) {
                i.remove();
                return true;
            }
        }
        return false;
    }

    private static boolean same(Object a, Object b, Rounding rounding) {
        if (a == null && rounding.isFree()) {
            return true;
        }
        if (a instanceof Number left && b instanceof Number right) {
            return a instanceof Double || b instanceof Double
                    ? rounding.same(left.doubleValue(), right.doubleValue())
                    : exact(left).compareTo(exact(right)) == 0;
        }
        return Objects.equals(a, b);
    }

    private static BigDecimal exact(Number value) {
        return new BigDecimal(value.toString());
    }
}
