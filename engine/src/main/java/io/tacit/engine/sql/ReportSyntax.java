package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.grammar.PrivacyOperators;
import java.util.Locale;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeName;

/** {@code x WITH REPORT(FORMAT=JSON)} and {@code report_format => JSON}: the two ways to ask for a report. */
final class ReportSyntax {
    private ReportSyntax() {}

    static boolean isReport(SqlNode node) {
        return node instanceof SqlCall call && call.getOperator().equals(PrivacyOperators.REPORT);
    }

    /** The format that is asked for. */
    static SqlNode format(SqlNode report) {
        return ((SqlCall) report).operand(1);
    }

    /** The same report asked for behind another argument. */
    static SqlNode on(SqlNode argument, SqlNode report) {
        return PrivacyOperators.REPORT.createCall(report.getParserPosition(), argument, format(report));
    }

    /** Refuses what is no format of a report. */
    static void check(SqlNode format) {
        String word = word(format);
        if (word.equals("JSON")) {
            return;
        }
        String rule = word.equals("PROTO")
                ? "Reports are not given as protocol buffers."
                : word.isEmpty() ? "The report has no format." : "There is no such format of a report.";
        throw new Refusal(
                ErrorCode.BAD_OPTION,
                Positions.of(format.getParserPosition()),
                rule,
                "Write WITH REPORT(FORMAT=JSON) behind the argument, or report_format => JSON.");
    }

    private static String word(SqlNode format) {
        if (format instanceof SqlIdentifier name && name.isSimple()) {
            return name.getSimple().toUpperCase(Locale.ROOT);
        }
        if (format instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.CHAR) {
            String text = literal.toValue();
            return text == null ? "" : text.toUpperCase(Locale.ROOT);
        }
        return format instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.NULL ? "" : "?";
    }
}
