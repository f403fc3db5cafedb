package io.tacit.engine.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.CsvFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LineFieldsTest {
    private final CsvFields csv = new CsvFields(new CsvFormat(',', true), 3);
    private final JsonFields json = new JsonFields(List.of("a", "b"));

    @Test
    void dividesAtDelimitersOutsideOfQuotes() {
        assertThat(read(csv, 3, "a,\"b,\"\"c\"\"\",d")).contains(List.of("a", "b,\"c\"", "d"));
        assertThat(read(csv, 3, "a,b\"c,d")).contains(List.of("a", "b\"c", "d"));
        assertThat(read(csv, 3, " a , b ,c")).contains(List.of(" a ", " b ", "c"));
    }

    @Test
    void readsMissingAndNamedNullsAsNull() {
        assertThat(read(csv, 3, "a")).contains(List.of("a", "∅", "∅"));
        assertThat(read(csv, 3, ",NULL,NA")).contains(List.of("∅", "∅", "∅"));
        assertThat(read(csv, 3, "\"\",\"NULL\",null")).contains(List.of("∅", "∅", "null"));
        assertThat(read(csv, 3, "NULLS,N,NB")).contains(List.of("NULLS", "N", "NB"));
    }

    @Test
    void skipsLinesThatDoNotDivide() {
        for (String line : List.of("", "a,b,c,d", "a,\"b,c", "a,\"b\"x,c", "\"", "a,b,\"", "a,b,c,", "\"\"\"")) {
            assertThat(read(csv, 3, line)).as(line).isEmpty();
        }
    }

    /** What stands between a closing quote and the delimiter is lost nowhere: such a line is none. */
    @Test
    void nothingFollowsAClosingQuote() {
        for (String line : List.of("\"a\"x,b,c", "\"a\"xb,c", "a,\"b\"xc", "a,b,\"c\"x", "\"a\" ,b,c", "a,\"b\"\tc")) {
            assertThat(read(csv, 3, line)).as(line).isEmpty();
        }
    }

    @Test
    void quotesAreTextWhereTheFormatSaysSo() {
        CsvFields bare = new CsvFields(new CsvFormat('\t', false), 2);
        assertThat(read(bare, 2, "5\"\t\"x")).contains(List.of("5\"", "\"x"));
    }

    @Test
    void readsObjectsAndLinesOfArrays() {
        assertThat(read(json, 2, "{\"a\": 1.50, \"b\": \"x\"}")).contains(List.of("1.50", "x"));
        assertThat(read(json, 2, "[{\"b\": true},")).contains(List.of("∅", "true"));
        assertThat(read(json, 2, "  {\"a\": null, \"b\": {\"a\": 2}} ]")).contains(List.of("∅", "∅"));
        assertThat(read(json, 2, "{\"a\": 1, \"a\": 2, \"c\": [1]}")).contains(List.of("2", "∅"));
        assertThat(read(json, 2, "{\"a\": 1, \"a\": [2], \"b\": 3, \"b\": null}"))
                .contains(List.of("∅", "∅"));
        assertThat(read(json, 2, "{}")).contains(List.of("∅", "∅"));
        assertThat(read(json, 2, "{\"a\": \"\\u0000\"}")).contains(List.of("∅", "∅"));
        assertThat(read(json, 2, "{\"a\": \"x\\u0000y\", \"b\": \"\\u00e4\"}")).contains(List.of("∅", "ä"));
    }

    @Test
    void skipsLinesThatAreNoSingleObject() {
        String deep = "{\"a\":" + "[".repeat(100_000);
        for (String line : List.of("", "[", "]", "{", "{\"a\": 1", "{\"a\": 1} {\"a\": 2}", "{a: 1}", "17", deep)) {
            assertThat(read(json, 2, line)).as(line).isEmpty();
        }
    }

    private static Optional<List<String>> read(LineFields fields, int count, String line) {
        byte[] bytes = ("##" + line + "##").getBytes(UTF_8);
        if (!fields.read(bytes, 2, bytes.length - 2)) {
            return Optional.empty();
        }
        List<String> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] value = fields.field(i);
            values.add(value == null ? "∅" : new String(value, UTF_8));
        }
        return Optional.of(values);
    }
}
