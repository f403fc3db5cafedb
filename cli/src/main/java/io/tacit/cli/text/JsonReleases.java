package io.tacit.cli.text;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tacit.engine.session.AggregateReport;
import io.tacit.engine.session.BoundsReport;
import io.tacit.engine.session.ConfidenceInterval;
import io.tacit.engine.session.ExpectedError;
import io.tacit.engine.session.MissingReport;
import io.tacit.engine.session.ReleaseReport;
import io.tacit.engine.session.Share;
import io.tacit.engine.session.StateReport;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What is known about releases as JSON: limits, bounds, noise, expected errors and what is missing. */
final class JsonReleases {
    private JsonReleases() {}

    /** Writes the member "releases". Sentences are in members "words" alone. */
    static void of(JsonGenerator json, List<ReleaseReport> releases) throws IOException {
        json.writeArrayFieldStart("releases");
        for (ReleaseReport release : releases) {
            json.writeStartObject();
            JsonValues.amount(json, "epsilon", release.epsilon());
            JsonValues.amount(json, "delta", release.delta());
            json.writeNumberField("max_groups", release.maxGroups());
            JsonValues.number(json, "max_rows", release.maxRows());
            json.writeBooleanField("groups_found", release.findsMaxGroups());
            JsonValues.amount(json, "epsilon_of_missing", release.epsilonOfMissing());
            json.writeBooleanField("grouped", release.grouped());
            json.writeStringField("selection", release.selection());
            JsonValues.number(json, "threshold", release.threshold());
            JsonValues.number(json, "typical_group_size", release.typicalGroupSize());
            json.writeStringField("spelling", release.spelling());
            json.writeStringField("privacy_unit", release.privacyUnit());
            JsonValues.texts(json, "overflows", release.overflows());
            json.writeArrayFieldStart("aggregates");
            for (AggregateReport aggregate : release.aggregates()) {
                aggregate(json, aggregate);
            }
            json.writeEndArray();
            json.writeArrayFieldStart("missing");
            for (MissingReport missing : release.missing()) {
                missing(json, missing);
            }
            json.writeEndArray();
            json.writeObjectFieldStart(JsonValues.WORDS);
            json.writeStringField("groups_reason", release.whyGroups());
            json.writeStringField("choice", release.choice());
            JsonValues.texts(json, "people", release.people());
            JsonValues.texts(json, "tips", release.tips());
            json.writeEndObject();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void missing(JsonGenerator json, MissingReport missing) throws IOException {
        json.writeStartObject();
        json.writeStringField("limit", missing.limit().name().toLowerCase(Locale.ROOT));
        json.writeStringField("column", missing.column());
        JsonValues.limit(json, "at", missing.at());
        share(json, "people", missing.people());
        share(json, "contributions", missing.contributions());
        JsonValues.limit(json, "better", missing.better());
        JsonValues.number(json, "better_misses", missing.betterMisses());
        json.writeBooleanField("material", missing.material());
        words(json, missing.note());
        json.writeEndObject();
    }

    private static void share(JsonGenerator json, String name, Share share) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeNumberField("about", share.about());
        json.writeArrayFieldStart("interval");
        json.writeNumber(share.low());
        json.writeNumber(share.high());
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void aggregate(JsonGenerator json, AggregateReport aggregate) throws IOException {
        json.writeStartObject();
        json.writeStringField("column", aggregate.column());
        json.writeStringField("function", aggregate.function());
        bounds(json, aggregate.ends());
        json.writeStringField("bounds_origin", aggregate.boundsOrigin());
        @Nullable ConfidenceInterval possible = aggregate.possible();
        json.writeFieldName("possible");
        JsonValues.value(json, possible == null ? null : List.of(possible.low(), possible.high()));
        json.writeStringField("noise", aggregate.noise());
        JsonValues.number(json, "scale", aggregate.scale());
        JsonValues.number(json, "expected_plus_minus", aggregate.expectedPlusMinus());
        JsonValues.amount(json, "epsilon_for_error", aggregate.epsilonForError());
        json.writeArrayFieldStart("expected");
        for (ExpectedError expected : aggregate.expected()) {
            expected(json, expected);
        }
        json.writeEndArray();
        states(json, aggregate.states());
        words(json, aggregate.note());
        json.writeEndObject();
    }

    private static void bounds(JsonGenerator json, List<BoundsReport> ends) throws IOException {
        json.writeArrayFieldStart("bounds");
        for (BoundsReport bounds : ends) {
            json.writeStartObject();
            json.writeStringField("of", bounds.of());
            JsonValues.end(json, "low", bounds.low());
            JsonValues.end(json, "high", bounds.high());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void states(JsonGenerator json, List<StateReport> states) throws IOException {
        json.writeArrayFieldStart("states");
        for (StateReport state : states) {
            json.writeStartObject();
            json.writeStringField("state", state.state());
            boolean concentrated = state.epsilon().startsWith(JsonValues.RHO);
            JsonValues.amount(json, "epsilon", concentrated ? null : state.epsilon());
            JsonValues.amount(json, "rho", concentrated ? state.epsilon().substring(JsonValues.RHO.length()) : null);
            JsonValues.number(
                    json,
                    "bundle",
                    state.bundle() == null ? null : state.bundle().longValue());
            json.writeStringField("noise", state.noise());
            JsonValues.number(json, "scale", state.scale());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void expected(JsonGenerator json, ExpectedError expected) throws IOException {
        json.writeStartObject();
        JsonValues.number(json, "rows", expected.rows());
        JsonValues.number(json, "sum", expected.sum());
        JsonValues.number(json, "value", expected.value());
        JsonValues.number(
                json,
                "group_size",
                expected.groupSize() == null ? null : expected.groupSize().longValue());
        JsonValues.number(json, "plus_minus", expected.ofRank() ? null : expected.error());
        JsonValues.number(json, "rank_off_by", expected.ofRank() ? expected.error() : null);
        JsonValues.amount(json, "epsilon_for_error", expected.epsilonForError());
        json.writeEndObject();
    }

    private static void words(JsonGenerator json, String note) throws IOException {
        json.writeObjectFieldStart(JsonValues.WORDS);
        json.writeStringField("note", note);
        json.writeEndObject();
    }
}
