package io.tacit.engine.policy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;

/** Prints the shape of a policy as a JSON Schema of 2020-12, by which editors complete and check what owners write. */
public final class JsonSchema {
    private final JsonGenerator json;

    private JsonSchema(JsonGenerator json) {
        this.json = json;
    }

    /** The schema as text, with a line break at its end. */
    public static String text() {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            DefaultIndenter lines = new DefaultIndenter("  ", "\n");
            json.setPrettyPrinter(new DefaultPrettyPrinter().withObjectIndenter(lines));
            json.writeStartObject();
            json.writeStringField("$schema", "https://json-schema.org/draft/2020-12/schema");
            json.writeStringField("title", "Tacit policy");
            new JsonSchema(json).members(PolicyShape.ROOT);
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text + "\n";
    }

    private void object(Shape shape) throws IOException {
        json.writeStartObject();
        members(shape);
        json.writeEndObject();
    }

    private void members(Shape shape) throws IOException {
        if (shape instanceof Shape.Keys keys) {
            keys(keys);
        } else if (shape instanceof Shape.Named named) {
            json.writeStringField("type", "object");
            json.writeNumberField("minProperties", 1);
            json.writeObjectFieldStart("propertyNames");
            json.writeStringField("pattern", whole(named.pattern()));
            json.writeEndObject();
            json.writeFieldName("additionalProperties");
            object(named.value());
        } else if (shape instanceof Shape.ListOf list) {
            json.writeStringField("type", "array");
            json.writeNumberField("minItems", list.least());
            json.writeNumberField("maxItems", list.most());
            json.writeFieldName("items");
            object(list.item());
        } else if (shape instanceof Shape.Either either) {
            json.writeArrayFieldStart("anyOf");
            for (Shape each : either.shapes()) {
                object(each);
            }
            json.writeEndArray();
        } else {
            scalar(shape);
        }
    }

    private void scalar(Shape shape) throws IOException {
        if (shape instanceof Shape.Number number) {
            json.writeStringField("type", number.whole() ? "integer" : "number");
            json.writeNumberField(number.includesLow() ? "minimum" : "exclusiveMinimum", new BigDecimal(number.low()));
            if (number.high().isPresent()) {
                json.writeNumberField(
                        number.includesHigh() ? "maximum" : "exclusiveMaximum",
                        new BigDecimal(number.high().get()));
            }
        } else if (shape instanceof Shape.Truth) {
            json.writeStringField("type", "boolean");
        } else if (shape instanceof Shape.OneOf choice) {
            json.writeArrayFieldStart("enum");
            for (String allowed : choice.allowed()) {
                json.writeString(allowed);
            }
            json.writeEndArray();
        } else {
            // YAML reads 2026 as a number where a text is meant.
            json.writeArrayFieldStart("type");
            json.writeString("string");
            json.writeString("number");
            json.writeString("boolean");
            json.writeEndArray();
            if (shape instanceof Shape.Text text && text.pattern().isPresent()) {
                json.writeStringField("pattern", whole(text.pattern().get()));
            }
        }
    }

    private void keys(Shape.Keys keys) throws IOException {
        json.writeStringField("type", "object");
        json.writeArrayFieldStart("required");
        for (Shape.Key key : keys.keys()) {
            if (key.required()) {
                json.writeString(key.name());
            }
        }
        json.writeEndArray();
        json.writeBooleanField("additionalProperties", false);
        json.writeObjectFieldStart("properties");
        for (Shape.Key key : keys.keys()) {
            json.writeObjectFieldStart(key.name());
            json.writeStringField("description", key.meaning());
            members(key.shape());
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private static String whole(String pattern) {
        return "^(?:" + pattern + ")$";
    }
}
