package io.tacit.engine.session;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One row of an answer. Only noisy values and public keys get here.
 *
 * @param values one for each column, null for SQL's NULL; Boolean, Integer, Long, BigDecimal, Double, String,
 *     LocalDate, LocalTime or LocalDateTime as the column's type says; of an array a List of such, null among them
 * @param intervals one for each column, null where there is none
 */
public record AnswerRow(List<@Nullable Object> values, List<@Nullable ConfidenceInterval> intervals) {
    public AnswerRow {
        values = Collections.unmodifiableList(new ArrayList<>(values));
        intervals = Collections.unmodifiableList(new ArrayList<>(intervals));
    }
}
