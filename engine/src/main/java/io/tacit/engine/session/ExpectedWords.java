package io.tacit.engine.session;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * What is expected under limits that are not known, as sentences.
 *
 * @param expected under one limit after the other, of one aggregate
 */
record ExpectedWords(List<ExpectedError> expected) {
    ExpectedWords {
        expected = List.copyOf(expected);
    }

    /**
     * The sentences; empty where nothing is expected.
     *
     * @param wanted the error of which epsilon is said
     */
    String sentences(Optional<BigDecimal> wanted) {
        if (expected.isEmpty()) {
            return "";
        }
        ExpectedError first = expected.get(0);
        String errors = alternatives(error -> (error.ofRank() ? "" : "± ") + AssumedErrors.text(error.error()));
        List<String> sentences = new ArrayList<>();
        sentences.add("Expected with " + condition(first) + ": " + errors
                + (first.ofRank() ? " rows by which the rank may be off" : "")
                + (first.groupSize() == null ? "" : " at " + first.groupSize() + " rows in the group") + ".");
        wanted.ifPresent(error -> sentences.add("For ± " + error.toPlainString() + (first.ofRank() ? " rows" : "")
                + ": ε "
                + alternatives(one -> Objects.requireNonNullElse(one.epsilonForError(), "more than 20")) + "."));
        return String.join(" ", sentences);
    }

    private String condition(ExpectedError first) {
        if (first.rows() != null) {
            return "at most " + alternatives(error -> String.valueOf(error.rows()))
                    + " rows or values of a person in a group"
                    + (first.value() == null ? "" : ", each from 0 to " + first.value());
        }
        return first.sum() != null
                ? "sums of a person in a group of at most " + alternatives(error -> String.valueOf(error.sum()))
                : "values from 0 to " + first.value();
    }

    /** {@code a, b or c}. */
    private String alternatives(Function<ExpectedError, String> words) {
        List<String> all = expected.stream().map(words).toList();
        String last = all.get(all.size() - 1);
        return all.size() == 1 ? last : String.join(", ", all.subList(0, all.size() - 1)) + " or " + last;
    }
}
