package io.tacit.engine.session;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.session.StoredAnswer.StoredColumn;
import io.tacit.engine.session.StoredAnswer.StoredFailure;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes what is kept of an answer as JSON, member by member: in a process that asks one question, letting the library
 * find the members out would take longer than charging the question.
 */
final class WriteAnswer {
    private static final JsonFactory JSON = new JsonFactory();

    private final JsonGenerator out;

    private WriteAnswer(JsonGenerator out) {
        this.out = out;
    }

    /** Part of a text. */
    private interface Part<T> {
        void write(T value) throws IOException;
    }

    /** An answer. */
    static String answer(StoredAnswer answer) {
        return text(writer -> writer.whole(answer));
    }

    /** A release. */
    static String release(StoredRelease release) {
        return text(writer -> {
            writer.out.writeStartObject();
            writer.member("query", release.query());
            writer.list("rows", release.rows(), writer::texts);
            writer.list("redrawn", release.redrawn(), writer::texts);
            writer.out.writeFieldName("report");
            writer.release(release.report());
            writer.out.writeEndObject();
        });
    }

    /** A failure. */
    static String failure(StoredFailure failure) {
        return text(writer -> {
            writer.out.writeStartObject();
            writer.member("rule", failure.rule());
            writer.member("advice", failure.advice());
            writer.out.writeEndObject();
        });
    }

    /** A value that is an array. */
    static String array(List<@Nullable String> values) {
        return text(writer -> writer.texts(values));
    }

    private static String text(Part<WriteAnswer> part) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(text)) {
            part.write(new WriteAnswer(out));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }

    private void whole(StoredAnswer answer) throws IOException {
        out.writeStartObject();
        list("columns", answer.columns(), this::column);
        list("rows", answer.rows(), this::texts);
        list("low", answer.low(), this::texts);
        list("high", answer.high(), this::texts);
        list("releases", answer.releases(), this::release);
        member("epsilon", answer.epsilon());
        member("delta", answer.delta());
        out.writeNumberField("confidence", answer.confidence());
        out.writeEndObject();
    }

    private void column(StoredColumn column) throws IOException {
        out.writeStartObject();
        member("name", column.name());
        type(column.type());
        out.writeFieldName("array");
        Boolean array = column.array();
        if (array == null) {
            out.writeNull();
        } else {
            out.writeBoolean(array);
        }
        out.writeBooleanField("noisy", column.noisy());
        out.writeEndObject();
    }

    private void type(ColumnType type) throws IOException {
        out.writeObjectFieldStart("type");
        member("kind", type.kind().name());
        out.writeNumberField("precision", type.precision());
        out.writeNumberField("scale", type.scale());
        out.writeEndObject();
    }

    private void release(ReleaseReport release) throws IOException {
        out.writeStartObject();
        member("epsilon", release.epsilon());
        member("delta", release.delta());
        out.writeNumberField("maxGroups", release.maxGroups());
        member("maxRows", release.maxRows());
        member("whyGroups", release.whyGroups());
        out.writeBooleanField("findsMaxGroups", release.findsMaxGroups());
        member("epsilonOfMissing", release.epsilonOfMissing());
        out.writeBooleanField("grouped", release.grouped());
        member("selection", release.selection());
        member("choice", release.choice());
        member("threshold", release.threshold());
        member("typicalGroupSize", release.typicalGroupSize());
        member("spelling", release.spelling());
        member("privacyUnit", release.privacyUnit());
        list("people", release.people(), out::writeString);
        list("overflows", release.overflows(), out::writeString);
        list("aggregates", release.aggregates(), this::aggregate);
        list("tips", release.tips(), out::writeString);
        list("missing", release.missing(), this::missing);
        out.writeEndObject();
    }

    private void aggregate(AggregateReport aggregate) throws IOException {
        out.writeStartObject();
        member("column", aggregate.column());
        member("function", aggregate.function());
        member("bounds", aggregate.bounds());
        list("ends", aggregate.ends(), this::ends);
        member("boundsOrigin", aggregate.boundsOrigin());
        possible(aggregate.possible());
        member("noise", aggregate.noise());
        member("scale", aggregate.scale());
        member("expectedPlusMinus", aggregate.expectedPlusMinus());
        member("epsilonForError", aggregate.epsilonForError());
        member("note", aggregate.note());
        list("expected", aggregate.expected(), this::expected);
        list("states", aggregate.states(), this::state);
        out.writeEndObject();
    }

    private void expected(ExpectedError expected) throws IOException {
        out.writeStartObject();
        member("rows", expected.rows());
        member("sum", expected.sum());
        member("value", expected.value());
        member(
                "groupSize",
                expected.groupSize() == null ? null : expected.groupSize().longValue());
        out.writeBooleanField("ofRank", expected.ofRank());
        member("error", expected.error());
        member("epsilonForError", expected.epsilonForError());
        out.writeEndObject();
    }

    private void ends(BoundsReport ends) throws IOException {
        out.writeStartObject();
        member("of", ends.of());
        member("low", ends.low());
        member("high", ends.high());
        out.writeEndObject();
    }

    private void possible(@Nullable ConfidenceInterval interval) throws IOException {
        out.writeFieldName("possible");
        if (interval == null) {
            out.writeNull();
            return;
        }
        out.writeStartObject();
        out.writeNumberField("low", interval.low());
        out.writeNumberField("high", interval.high());
        out.writeEndObject();
    }

    private void state(StateReport state) throws IOException {
        out.writeStartObject();
        member("state", state.state());
        member("epsilon", state.epsilon());
        member("bundle", state.bundle() == null ? null : state.bundle().longValue());
        member("noise", state.noise());
        member("scale", state.scale());
        out.writeEndObject();
    }

    private void missing(MissingReport missing) throws IOException {
        out.writeStartObject();
        member("limit", missing.limit().name());
        member("column", missing.column());
        member("at", missing.at());
        share("people", missing.people());
        share("contributions", missing.contributions());
        member("better", missing.better());
        member("betterMisses", missing.betterMisses());
        out.writeBooleanField("material", missing.material());
        member("note", missing.note());
        out.writeEndObject();
    }

    private void share(String name, Share share) throws IOException {
        out.writeObjectFieldStart(name);
        out.writeNumberField("about", share.about());
        out.writeNumberField("low", share.low());
        out.writeNumberField("high", share.high());
        out.writeEndObject();
    }

    private <T> void list(String name, List<T> values, Part<T> part) throws IOException {
        out.writeArrayFieldStart(name);
        for (T value : values) {
            part.write(value);
        }
        out.writeEndArray();
    }

    private void texts(List<@Nullable String> values) throws IOException {
        out.writeStartArray();
        for (String value : values) {
            out.writeString(value);
        }
        out.writeEndArray();
    }

    private void member(String name, @Nullable String value) throws IOException {
        out.writeFieldName(name);
        out.writeString(value);
    }

    private void member(String name, @Nullable Long value) throws IOException {
        out.writeFieldName(name);
        if (value == null) {
            out.writeNull();
        } else {
            out.writeNumber(value);
        }
    }

    private void member(String name, @Nullable Double value) throws IOException {
        out.writeFieldName(name);
        if (value == null) {
            out.writeNull();
        } else {
            out.writeNumber(value);
        }
    }
}
