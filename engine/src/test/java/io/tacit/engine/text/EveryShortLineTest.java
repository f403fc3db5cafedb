package io.tacit.engine.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.CsvFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** All short lines of a CSV file, against regular expressions that say what a field is. */
class EveryShortLineTest {
    private static final int FIELDS = 3;
    private static final Pattern FIELD = Pattern.compile("\\G(?:\"((?:[^\"]|\"\")*)\"|([^\",][^,]*|))(,|$)");
    private static final Pattern BARE = Pattern.compile("\\G()([^,]*)(,|$)");

    @Test
    void dividesAsTheExpressionsSay() {
        List<String> wrong = new ArrayList<>();
        for (boolean quoted : new boolean[] {true, false}) {
            CsvFields fields = new CsvFields(new CsvFormat(',', quoted), FIELDS);
            for (String line : lines("a,\"NA", 6)) {
                Optional<List<String>> read = read(fields, line, FIELDS);
                if (!read.equals(expected(line, quoted ? FIELD : BARE))) {
                    wrong.add(line + " gives " + read);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** Only these words are no text, in this case and length alone. */
    @Test
    void onlyTheWordsForNullAreNull() {
        CsvFields fields = new CsvFields(new CsvFormat('|', true), 1);
        for (String word : lines("NULA", 5)) {
            if (!word.isEmpty()) {
                boolean absent = word.equals("NULL") || word.equals("NA");
                assertThat(read(fields, word, 1)).contains(List.of(absent ? "∅" : word));
                assertThat(read(fields, '"' + word + '"', 1)).contains(List.of(absent ? "∅" : word));
            }
        }
    }

    private static Optional<List<String>> expected(String line, Pattern field) {
        List<String> values = new ArrayList<>();
        Matcher matcher = field.matcher(line);
        boolean more = !line.isEmpty();
        while (more) {
            if (!matcher.find()) {
                return Optional.empty();
            }
            String in = Optional.ofNullable(matcher.group(1)).orElse("");
            String text = in.isEmpty() ? Optional.ofNullable(matcher.group(2)).orElse("") : in.replace("\"\"", "\"");
            // The quotes stand in the file's bytes: two of them are no word for NULL.
            boolean absent = (in.isEmpty() ? text : in).matches("|NA|NULL");
            values.add(absent ? "∅" : text);
            more = matcher.group(3).equals(",");
        }
        if (values.isEmpty() || values.size() > FIELDS) {
            return Optional.empty();
        }
        while (values.size() < FIELDS) {
            values.add("∅");
        }
        return Optional.of(values);
    }

    private static Optional<List<String>> read(CsvFields fields, String line, int count) {
        byte[] bytes = ("\"," + line + ",\"").getBytes(UTF_8);
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

    private static List<String> lines(String alphabet, int longest) {
        List<String> lines = new ArrayList<>(List.of(""));
        for (int from = 0, length = 1; length <= longest; length++) {
            int to = lines.size();
            for (; from < to; from++) {
                for (String letter : Arrays.asList(alphabet.split(""))) {
                    lines.add(lines.get(from) + letter);
                }
            }
        }
        return lines;
    }
}
