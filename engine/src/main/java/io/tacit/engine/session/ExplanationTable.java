package io.tacit.engine.session;

import io.tacit.engine.catalog.ColumnType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An explanation as the rows that {@code EXPLAIN PRIVACY …} returns: one for each aggregate. A release without
 * aggregates, such as SELECT DISTINCT, has one row in which {@code aggregate} is NULL.
 */
final class ExplanationTable {
    private final Optional<BigDecimal> wanted;
    private final String accounts;
    private final List<AnswerRow> rows = new ArrayList<>();

    private ExplanationTable(Optional<BigDecimal> wanted, List<AccountReport> accounts) {
        this.wanted = wanted;
        this.accounts = accounts.stream()
                .map(account -> account.account() + ": " + account.left() + " left of " + account.limit()
                        + "; with this query " + account.afterwards())
                .collect(Collectors.joining("; "));
    }

    /** @param wanted an error that was asked for, so that there is a column more */
    static Answer of(Explanation explanation, Optional<BigDecimal> wanted) {
        ExplanationTable table = new ExplanationTable(wanted, explanation.accounts());
        for (ReleaseReport release : explanation.releases()) {
            release.aggregates().forEach(aggregate -> table.add(release, aggregate));
            if (release.aggregates().isEmpty()) {
                table.add(release, null);
            }
        }
        List<AnswerColumn> columns = table.columns();
        return new Answer(columns, table.rows, List.of(), "0", "0", explanation.confidence());
    }

    private List<AnswerColumn> columns() {
        List<AnswerColumn> columns = new ArrayList<>();
        for (String name : List.of("column", "aggregate", "people", "bounds", "bounds_origin", "states", "noise")) {
            columns.add(new AnswerColumn(name, ColumnType.VARCHAR, false));
        }
        columns.add(new AnswerColumn("scale", ColumnType.DOUBLE, false));
        columns.add(new AnswerColumn("plus_minus", ColumnType.DOUBLE, false));
        if (wanted.isPresent()) {
            columns.add(new AnswerColumn("epsilon_for_error", ColumnType.VARCHAR, false));
        }
        columns.add(new AnswerColumn("epsilon", ColumnType.VARCHAR, false));
        columns.add(new AnswerColumn("delta", ColumnType.VARCHAR, false));
        columns.add(new AnswerColumn("max_groups", ColumnType.BIGINT, false));
        columns.add(new AnswerColumn("groups_reason", ColumnType.VARCHAR, false));
        columns.add(new AnswerColumn("selection", ColumnType.VARCHAR, false));
        columns.add(new AnswerColumn("threshold", ColumnType.BIGINT, false));
        columns.add(new AnswerColumn("half_appear_at", ColumnType.BIGINT, false));
        columns.add(new AnswerColumn("plans", ColumnType.VARCHAR, false));
        columns.add(new AnswerColumn("note", ColumnType.VARCHAR, false));
        if (!accounts.isEmpty()) {
            columns.add(new AnswerColumn("account", ColumnType.VARCHAR, false));
        }
        return columns;
    }

    private void add(ReleaseReport release, @Nullable AggregateReport aggregate) {
        List<@Nullable Object> values = new ArrayList<>();
        if (aggregate == null) {
            values.addAll(Collections.nCopies(9, null));
            values.set(2, String.join("; ", release.people()));
        } else {
            Collections.addAll(
                    values,
                    aggregate.column(),
                    aggregate.function(),
                    String.join("; ", release.people()),
                    aggregate.bounds(),
                    aggregate.boundsOrigin(),
                    states(aggregate),
                    aggregate.noise(),
                    aggregate.scale(),
                    aggregate.expectedPlusMinus());
        }
        if (wanted.isPresent()) {
            values.add(aggregate == null ? null : aggregate.epsilonForError());
        }
        Collections.addAll(
                values,
                release.epsilon(),
                release.delta(),
                release.maxGroups(),
                release.whyGroups(),
                release.selection(),
                release.threshold(),
                release.typicalGroupSize(),
                release.choice(),
                note(release, aggregate));
        if (!accounts.isEmpty()) {
            values.add(accounts);
        }
        rows.add(new AnswerRow(values, Collections.nCopies(values.size(), null)));
    }

    private String note(ReleaseReport release, @Nullable AggregateReport aggregate) {
        return Stream.of(
                        aggregate == null ? "" : aggregate.note(),
                        aggregate == null ? "" : new ExpectedWords(aggregate.expected()).sentences(wanted),
                        String.join(" ", release.tips()),
                        release.overflowNote())
                .filter(note -> !note.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private static String states(AggregateReport aggregate) {
        return StateReport.list(aggregate.states(), epsilon -> epsilon);
    }
}
