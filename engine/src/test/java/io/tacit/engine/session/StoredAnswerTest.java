package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.ResultType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A kept answer is the answer that was given, value for value, single ones and arrays of every type. */
@org.jspecify.annotations.NullUnmarked
class StoredAnswerTest {
    private static final List<ColumnType> TYPES = List.of(
            ColumnType.BOOLEAN,
            ColumnType.INTEGER,
            ColumnType.BIGINT,
            ColumnType.decimal(20, 2),
            ColumnType.DOUBLE,
            ColumnType.VARCHAR,
            ColumnType.DATE,
            ColumnType.TIME,
            ColumnType.TIMESTAMP);

    private static final List<Object> VALUES = List.of(
            true,
            -7,
            1L << 40,
            new BigDecimal("123456789012345678.25"),
            0.1,
            "a, \"b\" [c] \u00e9",
            LocalDate.of(2011, 10, 6),
            LocalTime.of(16, 20, 0, 5000),
            LocalDateTime.of(2020, 3, 29, 2, 30, 0, 999_999_000));

    @Test
    void everyTypeComesBack() {
        assertThat(VALUES).hasSameSizeAs(TYPES);
        assertThat(TYPES.stream().map(ColumnType::kind)).containsExactlyInAnyOrder(ColumnType.Kind.values());
        List<AnswerColumn> columns = new ArrayList<>();
        List<Object> row = new ArrayList<>();
        List<Object> nulls = new ArrayList<>();
        for (int i = 0; i < TYPES.size(); i++) {
            columns.add(new AnswerColumn("v" + i, TYPES.get(i), false));
            row.add(VALUES.get(i));
            nulls.add(null);
            columns.add(new AnswerColumn("a" + i, new ResultType(TYPES.get(i), true), false));
            row.add(Arrays.asList(VALUES.get(i), null));
            nulls.add(List.of());
        }
        List<ConfidenceInterval> none = new ArrayList<>(java.util.Collections.nCopies(row.size(), null));
        Answer answer = new Answer(
                columns, List.of(new AnswerRow(row, none), new AnswerRow(nulls, none)), List.of(), "1", "0", 0.95);
        Answer read = StoredAnswer.read(StoredAnswer.write(answer));
        assertThat(read.columns()).isEqualTo(answer.columns());
        assertThat(read.rows()).isEqualTo(answer.rows());
    }

    /** Every member is written: what the library finds in the records is what we write by hand. */
    @Test
    void noMemberIsForgotten() throws Exception {
        for (boolean full : new boolean[] {true, false}) {
            StateReport state = new StateReport("sum", "0.25", full ? 1 : null, "discrete Laplace", full ? 2.5 : null);
            AggregateReport aggregate = new AggregateReport(
                    "n",
                    "COUNT",
                    "[0, 3]",
                    List.of(new BoundsReport("rows", full ? "0" : null, full ? "3" : null)),
                    "chosen privately",
                    full ? new ConfidenceInterval(Double.NEGATIVE_INFINITY, 5) : null,
                    "discrete Laplace",
                    full ? 1e-7 : null,
                    full ? 3e20 : null,
                    full ? "0.5" : null,
                    "a \"note\"\n",
                    List.of(new ExpectedError(
                            full ? 4L : null,
                            full ? null : 100L,
                            full ? 7L : null,
                            full ? 1000 : null,
                            full,
                            2.5,
                            full ? "0.25" : null)),
                    List.of(state, state));
            Share share = new Share(0.5, 0.25, 1);
            MissingReport missing = new MissingReport(
                    MissingReport.Limit.ROWS,
                    full ? "v" : null,
                    "5",
                    share,
                    new Share(0, 0, 0.125),
                    full ? "7" : null,
                    full ? 0.1 : null,
                    full,
                    "note");
            ReleaseReport release = new ReleaseReport(
                    "1",
                    "1e-8",
                    5,
                    full ? 7L : null,
                    full ? "own" : null,
                    full,
                    full ? "0.1" : null,
                    !full,
                    "Laplace threshold",
                    "as asked for",
                    full ? 99L : null,
                    full ? 1L << 40 : null,
                    "plain",
                    "p",
                    List.of("t by p", "u"),
                    full ? List.of("a * b") : List.of(),
                    List.of(aggregate),
                    full ? List.of("a tip") : List.of(),
                    List.of(missing));
            StoredAnswer answer = new StoredAnswer(
                    List.of(new StoredAnswer.StoredColumn(
                            "n\u00e9", ColumnType.decimal(9, 2), full ? true : null, full)),
                    List.of(Arrays.asList("5", null)),
                    List.of(Arrays.asList("1.0", null)),
                    List.of(Arrays.asList(null, "9.0")),
                    List.of(release),
                    "1",
                    "1e-8",
                    0.95);
            ObjectMapper library = new ObjectMapper();
            assertThat(WriteAnswer.answer(answer)).isEqualTo(library.writeValueAsString(answer));
            StoredAnswer.StoredFailure failure = new StoredAnswer.StoredFailure("rule", "advice");
            assertThat(WriteAnswer.failure(failure)).isEqualTo(library.writeValueAsString(failure));
        }
    }

    @Test
    void anAnswerFromBeforeThereWereArraysCanBeRead() {
        String old =
                "{\"columns\":[{\"name\":\"n\",\"type\":{\"kind\":\"BIGINT\",\"precision\":0,\"scale\":0},\"noisy\":true}],"
                        + "\"rows\":[[\"5\"]],\"low\":[[\"1.0\"]],\"high\":[[\"9.0\"]],\"releases\":[],\"epsilon\":\"1\",\"delta\":\"0\","
                        + "\"confidence\":0.95}";
        Answer read = StoredAnswer.read(old);
        assertThat(read.columns()).containsExactly(new AnswerColumn("n", ColumnType.BIGINT, true));
        assertThat(read.rows().get(0).values()).containsExactly(5L);
    }

    @Test
    void anAnswerFromBeforeThereWereOverflowsCanBeRead() {
        String old =
                "{\"columns\":[],\"rows\":[],\"low\":[],\"high\":[],\"releases\":[{\"epsilon\":\"1\",\"delta\":\"0\","
                        + "\"maxGroups\":1,\"findsMaxGroups\":false,\"grouped\":false,\"selection\":\"none\","
                        + "\"choice\":\"as asked for\",\"threshold\":null,\"typicalGroupSize\":null,"
                        + "\"spelling\":\"plain\",\"privacyUnit\":\"p\",\"people\":[\"t by p\"],\"aggregates\":[]}],"
                        + "\"epsilon\":\"1\",\"delta\":\"0\",\"confidence\":0.95}";
        ReleaseReport release = StoredAnswer.read(old).releases().get(0);
        assertThat(release.people()).containsExactly("t by p");
        assertThat(release.overflows()).isEmpty();
    }
}
