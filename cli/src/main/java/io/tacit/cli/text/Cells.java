package io.tacit.cli.text;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.session.AnswerColumn;
import io.tacit.engine.session.AnswerRow;
import io.tacit.engine.session.Interval;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One cell of an answer as people read it. */
final class Cells {
    private static final Set<ColumnType.Kind> NUMBERS =
            Set.of(ColumnType.Kind.INTEGER, ColumnType.Kind.BIGINT, ColumnType.Kind.DECIMAL, ColumnType.Kind.DOUBLE);

    private Cells() {}

    static boolean isNumber(AnswerColumn column) {
        return NUMBERS.contains(column.type().kind());
    }

    /** The value, with its interval if it has one; control characters are shown as spaces. */
    static String text(AnswerRow row, int column) {
        @Nullable Object value = row.values().get(column);
        if (value == null) {
            return "NULL";
        }
        @Nullable Interval interval = row.intervals().get(column);
        if (value instanceof Number number) {
            return interval == null ? Numbers.plain(number) : Numbers.withInterval(number, interval);
        }
        return value.toString().replaceAll("\\p{Cntrl}", " ");
    }
}
