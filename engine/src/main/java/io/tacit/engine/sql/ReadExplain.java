package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;

/** Reads {@code EXPLAIN PRIVACY (error = 10, confidence = 0.9)}. */
final class ReadExplain {
    /** The largest error: far beyond any number of people; a larger one only costs time. */
    private static final BigDecimal LARGEST = new BigDecimal("1e30");

    private static final List<String> NAMES = List.of("error", "confidence");

    private ReadExplain() {}

    static Optional<WantedError> read(SqlNodeList settings) {
        Map<String, SqlNode> values = new HashMap<>();
        for (SqlNode setting : settings) {
            SqlIdentifier name = ((SqlCall) setting).operand(0);
            String known = name.getSimple().toLowerCase(Locale.ROOT);
            if (!NAMES.contains(known)) {
                throw refuse(
                        ErrorCode.UNKNOWN_OPTION,
                        name,
                        "EXPLAIN PRIVACY has no option " + name.getSimple() + ".",
                        "Its options are error and confidence; others stand behind SELECT WITH DIFFERENTIAL_PRIVACY.");
            }
            if (values.put(known, ((SqlCall) setting).operand(1)) != null) {
                throw refuse(
                        ErrorCode.DUPLICATE_OPTION,
                        name,
                        "The option " + known + " is given twice.",
                        "Keep one of them.");
            }
        }
        if (values.isEmpty()) {
            return Optional.empty();
        }
        SqlNode error = values.get("error");
        if (error == null) {
            throw refuse(
                    ErrorCode.BAD_OPTION,
                    settings.get(0),
                    "The option confidence belongs to an error.",
                    "Write EXPLAIN PRIVACY (error = 10, confidence = 0.9) before the query.");
        }
        return Optional.of(new WantedError(
                amount(error), Optional.ofNullable(values.get("confidence")).map(ReadExplain::share)));
    }

    private static BigDecimal share(SqlNode value) {
        return ConstantNumber.of(value)
                .filter(c -> c.signum() > 0 && c.compareTo(BigDecimal.ONE) < 0)
                .orElseThrow(() -> refuse(
                        ErrorCode.BAD_OPTION,
                        value,
                        "The option confidence must be more than 0 and less than 1.",
                        "Usual values are 0.9, 0.95 and 0.99."));
    }

    private static BigDecimal amount(SqlNode value) {
        return ConstantNumber.of(value)
                .filter(n -> n.signum() > 0 && n.compareTo(LARGEST) <= 0)
                .orElseThrow(() -> refuse(
                        ErrorCode.BAD_OPTION,
                        value,
                        "The option error must be a number more than 0.",
                        "It says how far off the released value may be, as in error = 10."));
    }

    private static Refusal refuse(ErrorCode code, SqlNode where, String rule, String advice) {
        return new Refusal(code, Positions.of(where.getParserPosition()), rule, advice);
    }
}
