package io.tacit.engine.rewrite;

import io.tacit.engine.sql.ReleaseOptions;
import java.math.BigDecimal;
import java.util.Optional;

/** Options of a query by name; what is not said stays open. */
@org.jspecify.annotations.NullUnmarked
final class OptionsWith {
    private final Optional<BigDecimal> epsilon;
    private final Optional<BigDecimal> delta;
    private Optional<Long> maxGroups = Optional.empty();
    private Optional<Long> maxRows = Optional.empty();
    private Optional<Long> minPeople = Optional.empty();
    private boolean findsGroups;
    private boolean findsRows;
    private Optional<Boolean> reports = Optional.empty();

    OptionsWith(Optional<String> epsilon, Optional<String> delta) {
        this.epsilon = epsilon.map(BigDecimal::new);
        this.delta = delta.map(BigDecimal::new);
    }

    OptionsWith groups(Optional<Long> most) {
        maxGroups = most;
        return this;
    }

    OptionsWith rows(Optional<Long> most) {
        maxRows = most;
        return this;
    }

    OptionsWith people(Optional<Long> fewest) {
        minPeople = fewest;
        return this;
    }

    OptionsWith foundGroups(boolean finds) {
        findsGroups = finds;
        return this;
    }

    OptionsWith foundRows(boolean finds) {
        findsRows = finds;
        return this;
    }

    OptionsWith report(Optional<Boolean> missing) {
        reports = missing;
        return this;
    }

    ReleaseOptions options() {
        return new ReleaseOptions(
                epsilon,
                delta,
                maxGroups,
                Optional.empty(),
                Optional.empty(),
                maxRows,
                Optional.empty(),
                findsGroups,
                findsRows,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                minPeople,
                Optional.empty(),
                reports,
                Optional.empty());
    }
}
