package io.tacit.engine.policy;

import io.tacit.engine.refusal.Position;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects all findings, so that an owner can correct them in one go. */
final class Findings {
    private final List<Finding> found = new ArrayList<>();

    void error(Position place, String path, String rule, String advice) {
        found.add(new Finding(Finding.Severity.ERROR, place, path, rule, advice));
    }

    /** Adds a refusal by another part of the engine. */
    void error(Position place, String path, Refusal refusal) {
        error(place, path, refusal.rule(), refusal.advice());
    }

    void warning(Position place, String path, String rule, String advice) {
        found.add(new Finding(Finding.Severity.WARNING, place, path, rule, advice));
    }

    boolean hasErrors() {
        return found.stream().anyMatch(each -> each.severity() == Finding.Severity.ERROR);
    }

    /** Whether the keys at a path, or below it, are wrong. */
    boolean hasErrorsIn(String path) {
        return found.stream()
                .filter(each -> each.severity() == Finding.Severity.ERROR)
                .anyMatch(each -> each.path().equals(path) || each.path().startsWith(path + "."));
    }

    /** All findings, in the order of the text. */
    List<Finding> all() {
        return found.stream()
                .distinct()
                .sorted(Comparator.<Finding>comparingInt(each -> each.place().line())
                        .thenComparingInt(each -> each.place().column()))
                .toList();
    }
}
