package io.tacit.engine.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What one person's record may hold that a reader, of whatever kind, might take for something about the whole file: the
 * beginning of another format, a length at which a buffer ends, a record that spans lines, names of members, values beyond a
 * type. Whose words are in it is never anybody else's business, so each holds {@link #MARKER}.
 */
final class HostileRecords {
    /** Stands in every one of these records, and may be read in no refusal. */
    static final String MARKER = "zqevil";

    private static final int BEYOND_BUFFERS = 9_000;
    private static final int BEYOND_PAGES = 70_000;
    private static final int MANY_LINES = 500;

    /** Records of JSON lines, each in one line, as characters of ISO 8859-1. The first has DuckDB's mark at its place. */
    static final List<String> JSON = List.of(
            "{\"uid\":\"DUCK" + MARKER + "\",\"g\":\"a\",\"i\":1}",
            json("\"note\":\"" + "x".repeat(BEYOND_BUFFERS) + "\""),
            "PAR1" + json("\"i\":1"),
            "PK\u0003\u0004" + json("\"i\":1"),
            json("\"deep\":{\"a\":\"" + "x".repeat(BEYOND_PAGES) + "\"}"),
            "\u00ff\u00fe" + json("\"i\":1"),
            "\u001f\u008b\b\u0000" + MARKER,
            json("\"i\":\"1\u0000\""),
            json("\"UID\":\"other\",\"\":\"x\",\"G\":3"),
            "[" + json("\"i\":1"),
            "{\"uid\":\"" + MARKER + "\",\"g\":\"a",
            json("\"i\":1e400,\"m\":99999999999999.9999,\"t\":\"294247-01-10 04:00:54.775807\",\"x\":\"NaN\""),
            "# " + MARKER);

    /** Records of CSV, of the columns of {@link ReplayFiles#TABLE}. */
    static final List<String> CSV = List.of(
            MARKER + ",a,1,1,1,," + "x".repeat(BEYOND_BUFFERS),
            MARKER + ",a,1,1,1,,\"" + lines() + "\"",
            MARKER + ",a,1e400,99999999999999.9999,NaN,294247-01-10 04:00:54.775807,",
            "\u00ff\u00fe" + MARKER + ",a,1,1,1,,",
            MARKER + "\u0000,a,1,1,1,,",
            MARKER,
            MARKER + ",a,1,1,1,,b,c,d,e,f",
            "PAR1" + MARKER + ",a,7.4,1,1,," + "y".repeat(BEYOND_PAGES));

    /** Rows for formats with types, at the ends of each. */
    static List<List<@Nullable String>> typed() {
        List<List<@Nullable String>> rows = new ArrayList<>();
        rows.add(row("DUCK" + MARKER, "a", "2147483647", "0.0001", "inf", "9999-12-31 23:59:59.999999"));
        rows.add(row(MARKER + "7.4", "PAR1", "-2147483648", "-7", "nan", "infinity"));
        rows.add(row(MARKER, "x".repeat(BEYOND_BUFFERS), null, null, "-1e308", "0001-01-01 00:00:00"));
        return rows;
    }

    private HostileRecords() {}

    /** What each line of a text would be if it were a record: somebody's. */
    private static String lines() {
        return IntStream.range(0, MANY_LINES)
                .mapToObj(line -> "line" + line + ",a,2,2,2,,b\n")
                .collect(Collectors.joining());
    }

    private static List<@Nullable String> row(@Nullable String... values) {
        List<@Nullable String> row = new ArrayList<>(List.of());
        for (String value : values) {
            row.add(value);
        }
        row.add(MARKER);
        return row;
    }

    private static String json(String more) {
        return "{\"uid\":\"" + MARKER + "\",\"g\":\"a\"," + more + "}";
    }
}
