package io.tacit.engine.session;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one private release costs and how accurate it is. Nothing in it depends on data but what was paid for.
 *
 * @param epsilon epsilon of this release, as an exact decimal
 * @param delta delta of this release, as an exact decimal; {@code 0} where none is used
 * @param maxGroups how many groups one person may be in (C_u)
 * @param maxRows how many rows of one person count in all groups together, where each counts for itself; then sizes of
 *     groups are numbers of rows. Null otherwise
 * @param whyGroups why no person can be in more, such as {@code country is the person's own}; null where an option or a
 *     default says in how many
 * @param findsMaxGroups whether C_u is found privately; before a release {@code maxGroups} is then the one that is
 *     assumed
 * @param epsilonOfMissing what is spent to count people by the number of their groups; null where they are not counted
 * @param grouped whether there is a GROUP BY, so that groups are selected by their noisy number of people
 * @param selection how groups are selected, such as {@code Laplace threshold}; {@code none} without GROUP BY
 * @param choice which plans of noise and selection there were, and which was chosen
 * @param threshold a group appears only if its noisy number of people reaches this; null where no threshold decides
 * @param typicalGroupSize groups with about so many people appear half the time; null where all groups appear
 * @param spelling how the query asked for it: {@code plain}, {@code ANONYMIZATION} or {@code DIFFERENTIAL_PRIVACY}
 * @param privacyUnit who is protected, such as {@code CustomerID}
 * @param people which private tables are read, and how the person of a row is found, such as {@code visits by visitor}
 * @param overflows the computations over people's rows that may overflow, such as {@code price * quantity}
 * @param aggregates one report for each aggregate column
 * @param tips what would make it more accurate, as sentences; empty after a release
 * @param missing what limits leave out, as far as it was measured; empty before a release
 */
public record ReleaseReport(
        String epsilon,
        String delta,
        long maxGroups,
        @Nullable Long maxRows,
        @Nullable String whyGroups,
        boolean findsMaxGroups,
        @Nullable String epsilonOfMissing,
        boolean grouped,
        String selection,
        String choice,
        @Nullable Long threshold,
        @Nullable Long typicalGroupSize,
        String spelling,
        String privacyUnit,
        List<String> people,
        List<String> overflows,
        List<AggregateReport> aggregates,
        List<String> tips,
        List<MissingReport> missing) {
    public ReleaseReport {
        people = List.copyOf(people);
        overflows = List.copyOf(overflows);
        aggregates = List.copyOf(aggregates);
        tips = List.copyOf(tips);
        missing = List.copyOf(missing);
    }
    /** The plan that was chosen, in words, such as {@code discrete Laplace noise, ± 3.0}. */
    public String chosen() {
        String mark = " (chosen)";
        return Stream.of(choice.split("; "))
                .filter(plan -> plan.endsWith(mark))
                .map(plan -> plan.substring(0, plan.length() - mark.length()))
                .findFirst()
                .orElse(choice);
    }

    /** What may overflow, what happens then, and what to do, in words; empty where nothing may. */
    public String overflowNote() {
        return overflows.isEmpty()
                ? ""
                : "May overflow: " + String.join("; ", overflows)
                        + ". A result that its type cannot hold counts as NULL. Let the owner declare bounds of the"
                        + " columns, or first CAST a value to DECIMAL(38, 0) or DOUBLE.";
    }
}
