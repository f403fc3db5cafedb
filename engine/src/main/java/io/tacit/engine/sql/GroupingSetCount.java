package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/**
 * How many grouping sets a GROUP BY makes: a CUBE of n keys is 2^n of them, so they are counted before they are made.
 */
final class GroupingSetCount extends SqlBasicVisitor<Void> {
    /** The most grouping sets: those of a CUBE of eight keys. */
    static final int MOST = 256;

    private GroupingSetCount() {}

    /**
     * Refuses a query of which one GROUP BY makes too many sets.
     *
     * @throws Refusal with the limit
     */
    static void check(SqlNode query) {
        query.accept(new GroupingSetCount());
    }

    @Override
    public Void visit(SqlCall call) {
        SqlNodeList group = call instanceof SqlSelect select ? select.getGroup() : null;
        if (group != null && product(group) > MOST) {
            throw new Refusal(
                    ErrorCode.GROUPING_SETS,
                    Positions.of(group.getParserPosition()),
                    "This GROUP BY makes more than " + MOST + " grouping sets; a CUBE of n keys makes 2^n.",
                    "Name the sets that are needed with GROUPING SETS, or write several queries.");
        }
        return super.visit(call);
    }

    /** The number of sets of several items: the sets of one are combined with those of each other. */
    private static long product(SqlNodeList items) {
        long sets = 1;
        for (SqlNode item : items) {
            sets = limited(sets * of(item));
        }
        return sets;
    }

    private static long of(SqlNode item) {
        if (!(item instanceof SqlCall call)) {
            return 1;
        }
        return switch (call.getKind()) {
            case CUBE -> limited(1L << Math.min(call.operandCount(), Integer.SIZE - 1));
            case ROLLUP -> call.operandCount() + 1L;
            case GROUPING_SETS -> {
                long sets = 0;
                for (SqlNode set : call.getOperandList()) {
                    sets = limited(sets + of(set));
                }
                yield sets;
            }
            default -> 1;
        };
    }

    /** The number of sets, limited so that it does not overflow. */
    private static long limited(long sets) {
        return Math.min(sets, Integer.MAX_VALUE);
    }
}
