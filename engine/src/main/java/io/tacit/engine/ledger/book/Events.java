package io.tacit.engine.ledger.book;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tacit.privacy.accounting.PrivacyEvent;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Events as text, such as {@code [{"event":"laplace","epsilon":"1/20","times":3}]}: per coordinate, with exact
 * fractions, so that another accountant can compute totals anew.
 */
public final class Events {
    private static final JsonFactory JSON = new JsonFactory();

    private Events() {}

    /** The text; the same events always give the same. */
    public static String write(List<PrivacyEvent> events) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartArray();
            for (PrivacyEvent event : events) {
                json.writeStartObject();
                write(event, json);
                json.writeEndObject();
            }
            json.writeEndArray();
        } catch (IOException impossible) {
            throw new UncheckedIOException("a string cannot fail", impossible);
        }
        return text.toString();
    }

    private static void write(PrivacyEvent event, JsonGenerator json) throws IOException {
        if (event instanceof PrivacyEvent.LaplaceNoise laplace) {
            write(json, "laplace", "epsilon", laplace.epsilonEach().value(), laplace.times());
        } else if (event instanceof PrivacyEvent.GaussianNoise gaussian) {
            write(json, "gaussian", "squared_ratio", gaussian.squaredRatio(), gaussian.times());
        } else if (event instanceof PrivacyEvent.ExponentialMechanism exponential) {
            write(json, "exponential", "epsilon", exponential.epsilonEach().value(), exponential.times());
        } else if (event instanceof PrivacyEvent.AboveThreshold above) {
            write(json, "above_threshold", "epsilon", above.epsilonOfRun().value(), 1);
        } else if (event instanceof PrivacyEvent.TruncatedGeometric geometric) {
            write(
                    json,
                    "truncated_geometric",
                    "epsilon",
                    geometric.epsilonEach().value(),
                    geometric.times());
            json.writeStringField("delta", geometric.deltaEach().value().toString());
        } else if (event instanceof PrivacyEvent.Threshold threshold) {
            write(json, "threshold", "delta", threshold.deltaOfAll().value(), 1);
        } else if (event instanceof PrivacyEvent.Approximate whole) {
            write(json, "approximate", "epsilon", whole.epsilonOfAll().value(), 1);
            json.writeStringField("delta", whole.deltaOfAll().value().toString());
        } else {
            throw new IllegalArgumentException("an event of an unknown kind cannot be written down");
        }
    }

    private static void write(JsonGenerator json, String event, String parameter, Rational value, long times)
            throws IOException {
        json.writeStringField("event", event);
        json.writeStringField(parameter, value.toString());
        json.writeNumberField("times", times);
    }

    /**
     * The events that {@link #write} wrote.
     *
     * @throws IllegalArgumentException when it did not write this
     */
    public static List<PrivacyEvent> read(String text) {
        try (JsonParser json = JSON.createParser(text)) {
            List<PrivacyEvent> events = new ArrayList<>();
            expect(json.nextToken() == JsonToken.START_ARRAY);
            while (json.nextToken() != JsonToken.END_ARRAY) {
                expect(json.currentToken() == JsonToken.START_OBJECT);
                events.add(event(json));
            }
            expect(json.nextToken() == null);
            return events;
        } catch (IOException | ArithmeticException notWritten) {
            throw new IllegalArgumentException("this is not a list of events", notWritten);
        }
    }

    private static PrivacyEvent event(JsonParser json) throws IOException {
        Map<String, String> fields = new HashMap<>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            expect(json.currentToken() == JsonToken.FIELD_NAME);
            String name = json.currentName();
            JsonToken value = json.nextToken();
            expect(value == JsonToken.VALUE_STRING || value == JsonToken.VALUE_NUMBER_INT);
            expect(fields.put(name, json.getText()) == null);
        }
        String kind = fields.getOrDefault("event", "");
        expect(fields.size() == (kind.equals("truncated_geometric") || kind.equals("approximate") ? 4 : 3));
        long times = Long.parseLong(field(fields, "times"));
        return switch (kind) {
            case "laplace" -> new PrivacyEvent.LaplaceNoise(new Epsilon(number(fields, "epsilon")), times);
            case "gaussian" -> new PrivacyEvent.GaussianNoise(number(fields, "squared_ratio"), times);
            case "exponential" -> new PrivacyEvent.ExponentialMechanism(new Epsilon(number(fields, "epsilon")), times);
            case "above_threshold" -> new PrivacyEvent.AboveThreshold(new Epsilon(number(fields, "epsilon")));
            case "truncated_geometric" ->
                new PrivacyEvent.TruncatedGeometric(
                        new Epsilon(number(fields, "epsilon")), new Delta(number(fields, "delta")), times);
            case "approximate" ->
                new PrivacyEvent.Approximate(
                        new Epsilon(number(fields, "epsilon")), new Delta(number(fields, "delta")));
            case "threshold" -> new PrivacyEvent.Threshold(new Delta(number(fields, "delta")));
            default -> throw new IllegalArgumentException("an event is of an unknown kind");
        };
    }

    private static Rational number(Map<String, String> fields, String name) {
        String[] parts = field(fields, name).split("/", 2);
        return new Rational(new BigInteger(parts[0]), parts.length == 1 ? BigInteger.ONE : new BigInteger(parts[1]));
    }

    private static String field(Map<String, String> fields, String name) {
        String value = fields.get(name);
        if (value == null) {
            throw new IllegalArgumentException("an event lacks a field");
        }
        return value;
    }

    private static void expect(boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException("this is not a list of events");
        }
    }
}
