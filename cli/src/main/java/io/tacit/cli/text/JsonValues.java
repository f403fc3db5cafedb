package io.tacit.cli.text;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Values, amounts and limits as JSON: numbers where they are numbers, texts otherwise, null where there is none. */
final class JsonValues {
    /** How an amount begins that is one of ρ; one of ε is as long. */
    static final String RHO = "ρ ";

    /** The only member with sentences. */
    static final String WORDS = "words";

    /** Whole numbers below this are written without a point. */
    private static final double WHOLE = 1e15;

    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?([eE][-+]?\\d+)?");

    private JsonValues() {}

    static void value(JsonGenerator json, @Nullable Object value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof List<?> array) {
            json.writeStartArray();
            for (Object element : array) {
                value(json, element);
            }
            json.writeEndArray();
        } else if (value instanceof Boolean flag) {
            json.writeBoolean(flag);
        } else if (value instanceof Integer || value instanceof Long) {
            json.writeNumber(((Number) value).longValue());
        } else if (value instanceof BigDecimal decimal) {
            json.writeNumber(decimal);
        } else if (value instanceof Double real && Double.isFinite(real)) {
            if (real == Math.rint(real) && Math.abs(real) < WHOLE) {
                json.writeNumber(real.longValue());
            } else {
                json.writeNumber(real);
            }
        } else {
            json.writeString(PlainText.of(value));
        }
    }

    static void amount(JsonGenerator json, String name, @Nullable String decimal) throws IOException {
        json.writeFieldName(name);
        value(json, decimal == null ? null : new BigDecimal(decimal));
    }

    static void number(JsonGenerator json, String name, @Nullable Number value) throws IOException {
        if (value == null) {
            json.writeNullField(name);
        } else if (value instanceof Long whole) {
            json.writeNumberField(name, whole);
        } else {
            json.writeNumberField(name, value.doubleValue());
        }
    }

    static void texts(JsonGenerator json, String name, List<String> texts) throws IOException {
        json.writeArrayFieldStart(name);
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    /** A limit: a number, or the two ends of a range. */
    static void limit(JsonGenerator json, String name, @Nullable String limit) throws IOException {
        if (limit == null || !limit.startsWith("[")) {
            end(json, name, limit);
            return;
        }
        json.writeArrayFieldStart(name);
        for (String end : limit.substring(1, limit.length() - 1).split(", ", -1)) {
            end(json, end);
        }
        json.writeEndArray();
    }

    static void end(JsonGenerator json, String name, @Nullable String end) throws IOException {
        json.writeFieldName(name);
        end(json, end);
    }

    /** A decimal as a number, a date or timestamp as a text. */
    static void end(JsonGenerator json, @Nullable String end) throws IOException {
        boolean number = end != null && NUMBER.matcher(end).matches();
        value(json, number ? new BigDecimal(end) : end);
    }
}
