package io.tacit.cli.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tacit.engine.session.AccountReport;
import io.tacit.engine.session.AggregateReport;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerColumn;
import io.tacit.engine.session.AnswerRow;
import io.tacit.engine.session.BoundsReport;
import io.tacit.engine.session.ConfidenceInterval;
import io.tacit.engine.session.ExpectedError;
import io.tacit.engine.session.Explanation;
import io.tacit.engine.session.FileTally;
import io.tacit.engine.session.MissingReport;
import io.tacit.engine.session.ReleaseReport;
import io.tacit.engine.session.Share;
import io.tacit.engine.session.StateReport;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Answers and explanations as JSON: values with their intervals, and everything that is known about the noise. */
public final class JsonText {
    private static final JsonFactory JSON = new JsonFactory();

    /** How an amount begins that is one of ρ; one of ε is as long. */
    private static final String RHO = "ρ ";

    /** Whole numbers below this are written without a point. */
    private static final double WHOLE = 1e15;

    private static final String WORDS = "words";
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?([eE][-+]?\\d+)?");

    private JsonText() {}

    private interface Body {
        void write(JsonGenerator json) throws IOException;
    }

    /** An answer. */
    public static String of(Answer answer) {
        return object(json -> {
            spent(json, answer.epsilon(), answer.delta(), answer.confidence());
            json.writeArrayFieldStart("columns");
            for (AnswerColumn column : answer.columns()) {
                json.writeStartObject();
                json.writeStringField("name", column.name());
                json.writeStringField("type", column.type().sql());
                json.writeBooleanField("noisy", column.noisy());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeArrayFieldStart("rows");
            for (AnswerRow row : answer.rows()) {
                row(json, answer.columns(), row);
            }
            json.writeEndArray();
            json.writeStringField(
                    "released_at",
                    answer.origin().releasedAt().map(Instant::toString).orElse(null));
            accounts(json, answer.origin().accounts());
            tallied(json, answer.origin().tallied());
            releases(json, answer.releases());
        });
    }

    /** An explanation. */
    public static String of(Explanation explanation) {
        return object(json -> {
            spent(json, explanation.epsilon(), explanation.delta(), explanation.confidence());
            json.writeFieldName("wanted_error");
            value(json, explanation.wantedError());
            json.writeBooleanField("kept", explanation.kept());
            accounts(json, explanation.accounts());
            releases(json, explanation.releases());
            texts(json, "pushed_down_sql", explanation.pushedDownSql());
            json.writeStringField("answer_sql", explanation.answerSql());
        });
    }

    private static String object(Body body) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            body.write(json);
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text + System.lineSeparator();
    }

    private static void spent(JsonGenerator json, String epsilon, String delta, double confidence) throws IOException {
        json.writeObjectFieldStart("spent");
        amount(json, "epsilon", epsilon);
        amount(json, "delta", delta);
        json.writeEndObject();
        json.writeNumberField("confidence", confidence);
    }

    /** A row is an array in column order, because names may repeat; a noisy cell is an object. */
    private static void row(JsonGenerator json, List<AnswerColumn> columns, AnswerRow row) throws IOException {
        json.writeStartArray();
        for (int i = 0; i < columns.size(); i++) {
            if (!columns.get(i).noisy()) {
                value(json, row.values().get(i));
                continue;
            }
            json.writeStartObject();
            json.writeFieldName("value");
            value(json, row.values().get(i));
            @Nullable ConfidenceInterval interval = row.intervals().get(i);
            if (interval == null) {
                json.writeNullField("interval");
            } else {
                json.writeArrayFieldStart("interval");
                value(json, interval.lowOf(row.values().get(i)));
                value(json, interval.highOf(row.values().get(i)));
                json.writeEndArray();
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void value(JsonGenerator json, @Nullable Object value) throws IOException {
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

    private static void accounts(JsonGenerator json, List<AccountReport> accounts) throws IOException {
        json.writeArrayFieldStart("accounts");
        for (AccountReport account : accounts) {
            json.writeStartObject();
            json.writeStringField("account", account.account());
            json.writeStringField("window", account.window());
            amounts(json, "limit", account.limit());
            amounts(json, "left", account.left());
            json.writeObjectFieldStart(WORDS);
            json.writeStringField("afterwards", account.afterwards());
            json.writeEndObject();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void tallied(JsonGenerator json, List<FileTally> files) throws IOException {
        json.writeArrayFieldStart("tallied");
        for (FileTally file : files) {
            json.writeStartObject();
            json.writeStringField("file", file.file());
            amount(json, "epsilon", file.epsilon());
            amount(json, "delta", file.delta());
            json.writeNumberField("questions", file.questions());
            amount(json, "budget", file.budget().orElse(null));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** A budget of ε or ρ and δ, each a number. */
    private static void amounts(JsonGenerator json, String name, String budget) throws IOException {
        String[] parts = budget.split(", ", 2);
        boolean concentrated = parts[0].startsWith(RHO);
        json.writeObjectFieldStart(name);
        amount(json, concentrated ? "rho" : "epsilon", parts[0].substring(RHO.length()));
        amount(json, "delta", parts[1].substring(RHO.length()));
        json.writeEndObject();
    }

    private static void amount(JsonGenerator json, String name, @Nullable String decimal) throws IOException {
        json.writeFieldName(name);
        value(json, decimal == null ? null : new BigDecimal(decimal));
    }

    private static void releases(JsonGenerator json, List<ReleaseReport> releases) throws IOException {
        json.writeArrayFieldStart("releases");
        for (ReleaseReport release : releases) {
            json.writeStartObject();
            amount(json, "epsilon", release.epsilon());
            amount(json, "delta", release.delta());
            json.writeNumberField("max_groups", release.maxGroups());
            number(json, "max_rows", release.maxRows());
            json.writeBooleanField("groups_found", release.findsMaxGroups());
            amount(json, "epsilon_of_missing", release.epsilonOfMissing());
            json.writeBooleanField("grouped", release.grouped());
            json.writeStringField("selection", release.selection());
            number(json, "threshold", release.threshold());
            number(json, "typical_group_size", release.typicalGroupSize());
            json.writeStringField("spelling", release.spelling());
            json.writeStringField("privacy_unit", release.privacyUnit());
            texts(json, "overflows", release.overflows());
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
            json.writeObjectFieldStart(WORDS);
            json.writeStringField("groups_reason", release.whyGroups());
            json.writeStringField("choice", release.choice());
            texts(json, "people", release.people());
            texts(json, "tips", release.tips());
            json.writeEndObject();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void missing(JsonGenerator json, MissingReport missing) throws IOException {
        json.writeStartObject();
        json.writeStringField("limit", missing.limit().name().toLowerCase(Locale.ROOT));
        json.writeStringField("column", missing.column());
        limit(json, "at", missing.at());
        share(json, "people", missing.people());
        share(json, "contributions", missing.contributions());
        limit(json, "better", missing.better());
        number(json, "better_misses", missing.betterMisses());
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

    private static void texts(JsonGenerator json, String name, List<String> texts) throws IOException {
        json.writeArrayFieldStart(name);
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    private static void aggregate(JsonGenerator json, AggregateReport aggregate) throws IOException {
        json.writeStartObject();
        json.writeStringField("column", aggregate.column());
        json.writeStringField("function", aggregate.function());
        json.writeArrayFieldStart("bounds");
        for (BoundsReport bounds : aggregate.ends()) {
            json.writeStartObject();
            json.writeStringField("of", bounds.of());
            end(json, "low", bounds.low());
            end(json, "high", bounds.high());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeStringField("bounds_origin", aggregate.boundsOrigin());
        @Nullable ConfidenceInterval possible = aggregate.possible();
        json.writeFieldName("possible");
        value(json, possible == null ? null : List.of(possible.low(), possible.high()));
        json.writeStringField("noise", aggregate.noise());
        number(json, "scale", aggregate.scale());
        number(json, "expected_plus_minus", aggregate.expectedPlusMinus());
        amount(json, "epsilon_for_error", aggregate.epsilonForError());
        json.writeArrayFieldStart("expected");
        for (ExpectedError expected : aggregate.expected()) {
            expected(json, expected);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("states");
        for (StateReport state : aggregate.states()) {
            json.writeStartObject();
            json.writeStringField("state", state.state());
            boolean concentrated = state.epsilon().startsWith(RHO);
            amount(json, "epsilon", concentrated ? null : state.epsilon());
            amount(json, "rho", concentrated ? state.epsilon().substring(RHO.length()) : null);
            number(
                    json,
                    "bundle",
                    state.bundle() == null ? null : state.bundle().longValue());
            json.writeStringField("noise", state.noise());
            number(json, "scale", state.scale());
            json.writeEndObject();
        }
        json.writeEndArray();
        words(json, aggregate.note());
        json.writeEndObject();
    }

    private static void expected(JsonGenerator json, ExpectedError expected) throws IOException {
        json.writeStartObject();
        number(json, "rows", expected.rows());
        number(json, "sum", expected.sum());
        number(json, "value", expected.value());
        number(
                json,
                "group_size",
                expected.groupSize() == null ? null : expected.groupSize().longValue());
        number(json, "plus_minus", expected.ofRank() ? null : expected.error());
        number(json, "rank_off_by", expected.ofRank() ? expected.error() : null);
        amount(json, "epsilon_for_error", expected.epsilonForError());
        json.writeEndObject();
    }

    /** The only member with sentences. */
    private static void words(JsonGenerator json, String note) throws IOException {
        json.writeObjectFieldStart(WORDS);
        json.writeStringField("note", note);
        json.writeEndObject();
    }

    /** A limit: a number, or the two ends of a range. */
    private static void limit(JsonGenerator json, String name, @Nullable String limit) throws IOException {
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

    private static void end(JsonGenerator json, String name, @Nullable String end) throws IOException {
        json.writeFieldName(name);
        end(json, end);
    }

    /** A decimal as a number, a date or timestamp as a text. */
    private static void end(JsonGenerator json, @Nullable String end) throws IOException {
        boolean number = end != null && NUMBER.matcher(end).matches();
        value(json, number ? new BigDecimal(end) : end);
    }

    private static void number(JsonGenerator json, String name, @Nullable Number value) throws IOException {
        if (value == null) {
            json.writeNullField(name);
        } else if (value instanceof Long whole) {
            json.writeNumberField(name, whole);
        } else {
            json.writeNumberField(name, value.doubleValue());
        }
    }
}
