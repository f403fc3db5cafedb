package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

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
