package io.tacit.engine.session;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.ResultType;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An answer, or the way in which a query failed, as text that can be kept. Values are texts, read back by their
 * column's type, so that no digit is lost.
 *
 * @param columns the columns, as the first who asked named them
 * @param rows the values as text, null for NULL
 * @param low lower ends of intervals, null where there is none
 * @param high upper ends of intervals
 * @param releases what was released
 * @param epsilon what it cost
 * @param delta what it cost
 * @param confidence of the intervals
 */
record StoredAnswer(
        List<StoredColumn> columns,
        List<List<@Nullable String>> rows,
        List<List<@Nullable String>> low,
        List<List<@Nullable String>> high,
        List<ReleaseReport> releases,
        String epsilon,
        String delta,
        double confidence) {
    /** Reads; made only where something is read, for it takes long and most answers are new. */
    private static final class Reader {
        private static final ObjectMapper JSON = mapper();

        /** A list that an older version did not write yet is empty. */
        private static ObjectMapper mapper() {
            ObjectMapper mapper = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
            mapper.configOverride(List.class).setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY));
            return mapper;
        }
    }

    /**
     * A column.
     *
     * @param name as the query names it
     * @param type of its values, or of an array's elements
     * @param array whether it is an array; null in answers that were kept before there were any
     * @param noisy whether it may have intervals
     */
    record StoredColumn(
            String name, ColumnType type, @Nullable Boolean array, boolean noisy) {
        static StoredColumn of(AnswerColumn column) {
            return new StoredColumn(
                    column.name(), column.type().element(), column.type().array(), column.noisy());
        }

        AnswerColumn column() {
            return new AnswerColumn(name, new ResultType(type, Boolean.TRUE.equals(array)), noisy);
        }
    }

    /**
     * A failure.
     *
     * @param rule what went wrong, without values from the data
     * @param advice what to do
     */
    record StoredFailure(String rule, String advice) {}

    /** An answer as text. */
    static String write(Answer answer) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        List<List<@Nullable String>> low = new ArrayList<>();
        List<List<@Nullable String>> high = new ArrayList<>();
        for (AnswerRow row : answer.rows()) {
            List<@Nullable String> values = new ArrayList<>();
            List<@Nullable String> lows = new ArrayList<>();
            List<@Nullable String> highs = new ArrayList<>();
            for (int i = 0; i < row.values().size(); i++) {
                Object value = row.values().get(i);
                ConfidenceInterval interval = row.intervals().get(i);
                values.add(
                        value == null
                                ? null
                                : value instanceof List<?> array ? WriteAnswer.array(texts(array)) : plain(value));
                lows.add(interval == null ? null : String.valueOf(interval.low()));
                highs.add(interval == null ? null : String.valueOf(interval.high()));
            }
            rows.add(values);
            low.add(lows);
            high.add(highs);
        }
        return WriteAnswer.answer(new StoredAnswer(
                answer.columns().stream().map(StoredColumn::of).toList(),
                rows,
                low,
                high,
                answer.releases(),
                answer.epsilon(),
                answer.delta(),
                answer.confidence()));
    }

    /** A failure as text. */
    static String write(Refusal failure) {
        return WriteAnswer.failure(new StoredFailure(failure.rule(), failure.advice()));
    }

    /**
     * The answer again, as it was released; nothing is spent for it now.
     *
     * @throws Refusal LEDGER when the text is none of ours
     */
    static Answer read(String text) {
        StoredAnswer stored = parse(text, StoredAnswer.class);
        List<AnswerRow> rows = new ArrayList<>();
        for (int r = 0; r < stored.rows.size(); r++) {
            List<@Nullable Object> values = new ArrayList<>();
            List<@Nullable ConfidenceInterval> intervals = new ArrayList<>();
            for (int i = 0; i < stored.columns.size(); i++) {
                String value = stored.rows.get(r).get(i);
                String low = stored.low.get(r).get(i);
                String high = stored.high.get(r).get(i);
                values.add(
                        value == null
                                ? null
                                : value(value, stored.columns.get(i).column().type()));
                intervals.add(
                        low == null || high == null
                                ? null
                                : new ConfidenceInterval(Double.parseDouble(low), Double.parseDouble(high)));
            }
            rows.add(new AnswerRow(values, intervals));
        }
        return new Answer(
                stored.columns.stream().map(StoredColumn::column).toList(),
                rows,
                stored.releases,
                "0",
                "0",
                stored.confidence);
    }

    /** The refusal again, with which the same query failed before. */
    static Refusal readFailure(String text) {
        StoredFailure stored = parse(text, StoredFailure.class);
        return new Refusal(
                ErrorCode.ENGINE,
                stored.rule + " It failed when it was asked before; nothing was spent now.",
                "It is not tried again by itself. Ask for it afresh to try, and pay, once more.");
    }

    private static List<@Nullable String> texts(List<?> array) {
        List<@Nullable String> texts = new ArrayList<>();
        array.forEach(value -> texts.add(value == null ? null : plain(value)));
        return texts;
    }

    /** A value as text, with all its digits. */
    static String plain(Object value) {
        return value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
    }

    private static Object value(String text, ResultType type) {
        if (!type.array()) {
            return value(text, type.element());
        }
        List<@Nullable Object> values = new ArrayList<>();
        for (String element : parse(text, String[].class)) {
            values.add(element == null ? null : value(element, type.element()));
        }
        return Collections.unmodifiableList(values);
    }

    /** The value that {@link #plain} wrote. */
    static Object value(String text, ColumnType type) {
        return switch (type.kind()) {
            case BOOLEAN -> Boolean.valueOf(text);
            case INTEGER -> Integer.valueOf(text);
            case BIGINT -> Long.valueOf(text);
            case DECIMAL -> new BigDecimal(text);
            case DOUBLE -> Double.valueOf(text);
            case VARCHAR -> text;
            case DATE -> LocalDate.parse(text);
            case TIME -> LocalTime.parse(text);
            case TIMESTAMP -> LocalDateTime.parse(text);
        };
    }

    /**
     * What was kept, of text.
     *
     * @throws Refusal LEDGER when the text is none of ours
     */
    static <T> T parse(String text, Class<T> type) {
        try {
            return Reader.JSON.readValue(text, type);
        } catch (JsonProcessingException damaged) {
            throw damaged();
        }
    }

    /** The refusal of what was kept and cannot be read. */
    static Refusal damaged() {
        return new Refusal(
                ErrorCode.LEDGER,
                "A kept answer cannot be read.",
                "Ask for it afresh, and tell the owner that the store of released answers is damaged.");
    }
}
