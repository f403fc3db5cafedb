package io.tacit.engine.text;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON object a line. The brackets and commas of an array around the objects are allowed, so that an array
 * with one object a line can be read, too. Lines that hold no single object are skipped. Members that are objects or
 * arrays are NULL; of members of the same name the last one counts.
 */
public final class JsonFields implements LineFields {
    private final Map<String, Integer> positions = new HashMap<>();
    private final byte[] @Nullable [] values;

    /** @param names of the members to read, in the order of the fields */
    public JsonFields(List<String> names) {
        for (int i = 0; i < names.size(); i++) {
            positions.put(names.get(i), i);
        }
        values = new byte[names.size()] @Nullable [];
    }

    @Override
    public boolean read(byte[] bytes, int start, int end) {
        int from = objectStart(bytes, start, end);
        int to = objectEnd(bytes, from, end);
        Arrays.fill(values, null);
        if (to - from < 2) {
            return false;
        }
        try (JsonParser parser = JsonLine.parser(bytes, from, to)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                member(parser);
            }
            return parser.currentToken() == JsonToken.END_OBJECT && parser.nextToken() == null;
        } catch (IOException malformed) {
            return false;
        }
    }

    @Override
    public boolean isBlank(byte[] bytes, int start, int end) {
        int from = objectStart(bytes, start, end);
        return from == objectEnd(bytes, from, end);
    }

    @Override
    public byte @Nullable [] field(int index) {
        return values[index];
    }

    /** Where the line's object begins, after blanks and an array's opening bracket. */
    public static int objectStart(byte[] bytes, int start, int end) {
        int at = start;
        while (at < end && (isBlank(bytes[at]) || bytes[at] == '[')) {
            at++;
        }
        return at;
    }

    /** Where the line's object ends, before blanks, a comma and an array's closing bracket. */
    public static int objectEnd(byte[] bytes, int start, int end) {
        int at = end;
        while (at > start && (isBlank(bytes[at - 1]) || bytes[at - 1] == ']' || bytes[at - 1] == ',')) {
            at--;
        }
        return at;
    }

    private void member(JsonParser parser) throws IOException {
        Integer position = positions.get(parser.currentName());
        JsonToken token = parser.nextToken();
        boolean structure = token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY;
        parser.skipChildren();
        if (position != null) {
            String text = structure || token == JsonToken.VALUE_NULL ? null : parser.getText();
            values[position] = text == null || !isText(text) ? null : text.getBytes(StandardCharsets.UTF_8);
        }
    }

    /** Not half of a character alone, which all would become the same sign in UTF-8, nor NUL. */
    private static boolean isText(String text) {
        return text.indexOf(0) < 0
                && text.codePoints()
                        .noneMatch(sign -> sign >= Character.MIN_SURROGATE && sign <= Character.MAX_SURROGATE);
    }

    private static boolean isBlank(byte character) {
        return character == ' ' || character == '\t' || character == '\r';
    }
}
