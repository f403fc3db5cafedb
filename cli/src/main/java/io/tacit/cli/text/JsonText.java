package io.tacit.cli.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tacit.engine.session.AccountReport;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerColumn;
import io.tacit.engine.session.AnswerRow;
import io.tacit.engine.session.ConfidenceInterval;
import io.tacit.engine.session.Explanation;
import io.tacit.engine.session.FileTally;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers and explanations as JSON: values with their intervals, and everything that is known about the noise. */
public final class JsonText {
    private static final JsonFactory JSON = new JsonFactory();

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
            json.writeNumberField("released_beside", answer.origin().beside());
            accounts(json, answer.origin().accounts());
            tallied(json, answer.origin().tallied());
            JsonReleases.of(json, answer.releases());
        });
    }

    /** An explanation. */
    public static String of(Explanation explanation) {
        return object(json -> {
            spent(json, explanation.epsilon(), explanation.delta(), explanation.confidence());
            json.writeFieldName("wanted_error");
            JsonValues.value(json, explanation.wantedError());
            json.writeBooleanField("kept", explanation.kept());
            accounts(json, explanation.accounts());
            JsonReleases.of(json, explanation.releases());
            JsonValues.texts(json, "pushed_down_sql", explanation.pushedDownSql());
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
        return HarmlessText.json(text.toString()) + System.lineSeparator();
    }

    private static void spent(JsonGenerator json, String epsilon, String delta, double confidence) throws IOException {
        json.writeObjectFieldStart("spent");
        JsonValues.amount(json, "epsilon", epsilon);
        JsonValues.amount(json, "delta", delta);
        json.writeEndObject();
        json.writeNumberField("confidence", confidence);
    }

    /** A row is an array in column order, because names may repeat; a noisy cell is an object. */
    private static void row(JsonGenerator json, List<AnswerColumn> columns, AnswerRow row) throws IOException {
        json.writeStartArray();
        for (int i = 0; i < columns.size(); i++) {
            if (!columns.get(i).noisy()) {
                JsonValues.value(json, row.values().get(i));
                continue;
            }
            json.writeStartObject();
            json.writeFieldName("value");
            JsonValues.value(json, row.values().get(i));
            @Nullable ConfidenceInterval interval = row.intervals().get(i);
            if (interval == null) {
                json.writeNullField("interval");
            } else {
                json.writeArrayFieldStart("interval");
                JsonValues.value(json, interval.lowOf(row.values().get(i)));
                JsonValues.value(json, interval.highOf(row.values().get(i)));
                json.writeEndArray();
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void accounts(JsonGenerator json, List<AccountReport> accounts) throws IOException {
        json.writeArrayFieldStart("accounts");
        for (AccountReport account : accounts) {
            json.writeStartObject();
            json.writeStringField("account", account.account());
            json.writeStringField("window", account.window());
            amounts(json, "limit", account.limit());
            amounts(json, "left", account.left());
            json.writeObjectFieldStart(JsonValues.WORDS);
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
            JsonValues.amount(json, "epsilon", file.epsilon());
            JsonValues.amount(json, "delta", file.delta());
            json.writeNumberField("questions", file.questions());
            JsonValues.amount(json, "budget", file.budget().orElse(null));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** A budget of ε or ρ and δ, each a number. */
    private static void amounts(JsonGenerator json, String name, String budget) throws IOException {
        String[] parts = budget.split(", ", 2);
        boolean concentrated = parts[0].startsWith(JsonValues.RHO);
        json.writeObjectFieldStart(name);
        JsonValues.amount(json, concentrated ? "rho" : "epsilon", parts[0].substring(JsonValues.RHO.length()));
        JsonValues.amount(json, "delta", parts[1].substring(JsonValues.RHO.length()));
        json.writeEndObject();
    }
}
