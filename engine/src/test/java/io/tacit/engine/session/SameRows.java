package io.tacit.engine.session;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/** Compares rows as multisets. */
@org.jspecify.annotations.NullUnmarked
final class SameRows {
    private static final double RELATIVE = 1e-9;

    private SameRows() {}

    /**
     * What only one side has, as text; empty where the rows are the same.
     *
     * @param exact for each column whether its numbers must be the same to 1e-9
     * @param rounded how far other numbers may be apart
     */
    static String difference(
            List<List<Object>> expected, List<List<Object>> actual, List<Boolean> exact, double rounded) {
        List<List<Object>> missing = new ArrayList<>();
        List<List<Object>> more = new ArrayList<>(actual);
        for (List<Object> row : expected) {
            if (!removed(more, row, exact, rounded)) {
                missing.add(row);
            }
        }
        return missing.isEmpty() && more.isEmpty()
                ? ""
                : "only plain: " + missing + "\nonly Tacit: " + more + "\nof " + expected.size() + " rows";
    }

    private static boolean removed(
            List<List<Object>> rows, List<Object> wanted, List<Boolean> exact, double rounded) {
        for (Iterator<List<Object>> i = rows.iterator(); i.hasNext(); ) {
            List<Object> row = i.next();
            boolean same = row.size() == wanted.size();
            for (int c = 0; same && c < row.size(); c++) {
                same = same(wanted.get(c), row.get(c), exact.get(c) ? 0 : rounded);
            }
            if (same) {
                i.remove();
                return true;
            }
        }
        return false;
    }

    private static boolean same(Object a, Object b, double rounded) {
        if (a instanceof Number left && b instanceof Number right) {
            return a instanceof Double || b instanceof Double
                    ? near(left.doubleValue(), right.doubleValue(), rounded)
                    : exact(left).compareTo(exact(right)) == 0;
        }
        return Objects.equals(a, b);
    }

    private static boolean near(double a, double b, double rounded) {
        return a == b || Math.abs(a - b) <= Math.max(rounded, RELATIVE * Math.max(Math.abs(a), Math.abs(b)));
    }

    private static BigDecimal exact(Number value) {
        return new BigDecimal(value.toString());
    }
}
