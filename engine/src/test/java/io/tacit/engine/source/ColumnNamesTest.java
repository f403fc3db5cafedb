package io.tacit.engine.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Columns of a file have names that queries can write, each its own. */
class ColumnNamesTest {
    private static final List<String> FIELDS = List.of(
            "a",
            "A",
            "a_2",
            "A_2",
            "a_3",
            "",
            " \t",
            "column2",
            "Column2_2",
            "\"a\"",
            "x\ny",
            "x y",
            "x\u0000\"\u007fy",
            "\u00c9",
            "\u00e9");

    /** All headers of one to three fields: a name is as it was written unless it is taken, and then has the least number that is free. */
    @Test
    void aNameIsWhatStandsThereUnlessItIsTaken() {
        List<List<String>> headers = new ArrayList<>(List.of(List.of()));
        for (int i = 0; i < headers.size(); i++) {
            List<String> header = headers.get(i);
            if (header.size() < 3) {
                FIELDS.forEach(field -> headers.add(
                        Stream.concat(header.stream(), Stream.of(field)).toList()));
            }
        }
        for (List<String> header : headers) {
            List<String> names = ColumnNames.unique(header);
            assertThat(names).as("%s", header).hasSameSizeAs(header);
            for (int i = 0; i < names.size(); i++) {
                String plain = plain(header.get(i), i);
                List<String> before =
                        names.subList(0, i).stream().map(ColumnNamesTest::small).toList();
                String expected = Stream.iterate(1, n -> n + 1)
                        .map(n -> n == 1 ? plain : plain + "_" + n)
                        .filter(name -> !before.contains(small(name)))
                        .findFirst()
                        .orElseThrow();
                assertThat(names.get(i)).as("%s", header).isEqualTo(expected);
            }
        }
    }

    /** What is left of a field, worked out by hand. */
    private static String plain(String field, int place) {
        return switch (field) {
            case "", " \t" -> "column" + (place + 1);
            case "\"a\"" -> "a";
            case "x\ny", "x\u0000\"\u007fy" -> "x y";
            default -> field;
        };
    }

    private static String small(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
