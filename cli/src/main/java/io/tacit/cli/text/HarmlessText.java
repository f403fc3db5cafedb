package io.tacit.cli.text;

import io.tacit.engine.session.AggregateReport;
import io.tacit.engine.session.MissingReport;
import io.tacit.engine.session.ReleaseReport;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Text that others chose, such as names in a query, a policy or a file, so that it cannot steer the terminal of whoever
 * reads it or pass for a line of Tacit's own.
 */
public final class HarmlessText {
    /** Control characters of both ranges, line and paragraph separators, and marks that turn the direction of text. */
    private static final String STEERING = "\\p{Cc}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069";

    private static final Pattern IN_A_LINE = Pattern.compile("[" + STEERING + "]");
    private static final Pattern IN_LINES = Pattern.compile("(?!\\n|\\r\\n)[" + STEERING + "]");

    private HarmlessText() {}

    /** A text within a line: its control characters, line breaks among them, become spaces. */
    public static String line(String text) {
        return IN_A_LINE.matcher(text).replaceAll(" ");
    }

    /** Lines of Tacit's own: control characters but their breaks become spaces. */
    public static String lines(String text) {
        return IN_LINES.matcher(text).replaceAll(" ");
    }

    /** JSON that means the same: of what would steer a terminal, the library escapes the first range alone. */
    static String json(String json) {
        return IN_LINES.matcher(json)
                .replaceAll(found -> String.format(
                        Locale.ROOT, "\\\\u%04x", (int) found.group().charAt(0)));
    }

    /** A report whose texts each stay within a line. */
    static ReleaseReport of(ReleaseReport report) {
        return new ReleaseReport(
                report.epsilon(),
                report.delta(),
                report.maxGroups(),
                report.maxRows(),
                nullable(report.whyGroups()),
                report.findsMaxGroups(),
                report.epsilonOfMissing(),
                report.grouped(),
                report.selection(),
                report.choice(),
                report.threshold(),
                report.typicalGroupSize(),
                report.spelling(),
                line(report.privacyUnit()),
                all(report.people()),
                all(report.overflows()),
                report.aggregates().stream().map(HarmlessText::of).toList(),
                all(report.tips()),
                report.missing().stream().map(HarmlessText::of).toList());
    }

    private static AggregateReport of(AggregateReport report) {
        return new AggregateReport(
                line(report.column()),
                line(report.function()),
                line(report.bounds()),
                report.ends(),
                report.boundsOrigin(),
                report.possible(),
                report.noise(),
                report.scale(),
                report.expectedPlusMinus(),
                report.epsilonForError(),
                line(report.note()),
                report.expected(),
                report.states());
    }

    private static MissingReport of(MissingReport report) {
        return new MissingReport(
                report.limit(),
                nullable(report.column()),
                line(report.at()),
                report.people(),
                report.contributions(),
                report.better(),
                report.betterMisses(),
                report.material(),
                line(report.note()));
    }

    private static List<String> all(List<String> texts) {
        return texts.stream().map(HarmlessText::line).toList();
    }

    private static @Nullable String nullable(@Nullable String text) {
        return text == null ? null : line(text);
    }
}
