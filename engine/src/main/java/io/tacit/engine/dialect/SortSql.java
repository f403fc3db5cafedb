package io.tacit.engine.dialect;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;

/** Prints what ends a query: ORDER BY, LIMIT and OFFSET. */
public final class SortSql {
    private SortSql() {}

    /**
     * The end of the query with a blank before it, or an empty text. NULLs sort as the greatest values unless the query
     * says otherwise.
     */
    static String suffix(Sort sort, IntFunction<String> fields) {
        List<String> keys = new ArrayList<>();
        for (RelFieldCollation key : sort.getCollation().getFieldCollations()) {
            keys.add(key(fields.apply(key.getFieldIndex()), key.direction, key.nullDirection));
        }
        return (keys.isEmpty() ? "" : " ORDER BY " + String.join(", ", keys))
                + (sort.fetch == null ? "" : " LIMIT " + count(sort.fetch))
                + (sort.offset == null ? "" : " OFFSET " + count(sort.offset));
    }

    /** One sort key, with its place for NULLs written out. */
    public static String key(
            String text, RelFieldCollation.Direction direction, RelFieldCollation.NullDirection nullDirection) {
        boolean falls = direction.isDescending();
        boolean nullsFirst = nullDirection == RelFieldCollation.NullDirection.FIRST
                || (nullDirection == RelFieldCollation.NullDirection.UNSPECIFIED && falls);
        return text + (falls ? " DESC" : " ASC") + (nullsFirst ? " NULLS FIRST" : " NULLS LAST");
    }

    private static String count(RexNode node) {
        if (node instanceof RexLiteral literal) {
            Long count = literal.getValueAs(Long.class);
            if (count != null && count >= 0) {
                return count.toString();
            }
        }
        throw new Refusal(ErrorCode.INVALID_QUERY, "LIMIT and OFFSET need constant numbers.", "Write LIMIT 10.");
    }
}
