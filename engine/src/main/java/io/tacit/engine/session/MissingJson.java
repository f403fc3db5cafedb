package io.tacit.engine.session;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What limits leave out, in the report of one aggregate: what the limit of groups does, which all aggregates share, and
 * the limits of its own. The members are those of the command line's JSON.
 *
 * @param reports that are about the aggregate
 */
record MissingJson(List<MissingReport> reports) {
    MissingJson {
        reports = List.copyOf(reports);
    }

    /** An array; empty where nothing was measured. */
    String text() {
        return reports.stream().map(MissingJson::object).collect(Collectors.joining(", ", "[", "]"));
    }

    private static String object(MissingReport report) {
        return "{\"limit\": \"" + report.limit().name().toLowerCase(Locale.ROOT) + "\", \"at\": " + limit(report.at())
                + ", \"people\": " + share(report.people()) + ", \"contributions\": " + share(report.contributions())
                + ", \"material\": " + report.material() + "}";
    }

    private static String limit(String at) {
        return at.startsWith("[")
                ? Stream.of(at.substring(1, at.length() - 1).split(", ", -1))
                        .map(MissingJson::end)
                        .collect(Collectors.joining(", ", "[", "]"))
                : end(at);
    }

    /** A number, or the text of a date or time. */
    private static String end(String end) {
        boolean number = end.matches("-?[0-9]+([.][0-9]+)?");
        return number ? end : '"' + end + '"';
    }

    private static String share(Share share) {
        return "{\"about\": " + number(share.about()) + ", \"interval\": [" + number(share.low()) + ", "
                + number(share.high()) + "]}";
    }

    private static String number(double share) {
        return new BigDecimal(share)
                .setScale(6, RoundingMode.HALF_EVEN)
                .stripTrailingZeros()
                .toPlainString();
    }
}
