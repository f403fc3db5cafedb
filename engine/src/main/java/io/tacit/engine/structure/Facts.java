package io.tacit.engine.structure;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.range.DeclaredBounds;
import io.tacit.engine.range.ValueRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;

/**
 * Answers three questions about a relation's rows in which some values are fixed, as the person is in one person's
 * rows: how many rows there are at most, how many different values a field takes at most, and how many combinations of
 * values several fields take. What each operator makes of the answers about its inputs stands in {@link RowsOf} and
 * {@link ValuesOf}; a proof in {@code Facts.md}.
 */
final class Facts {
    /** Questions beyond this are answered with "nothing is known", so that planning stays linear. */
    private static final int MOST_QUESTIONS = 20_000;

    private static final int MOST_LEVELS = 400;

    private record Question(RelNode relation, int field, Fixed fixed) {}

    private final Catalog catalog;
    private final Optional<DeclaredBounds> ranges;
    private final RowsOf rows = new RowsOf(this);
    private final ValuesOf values = new ValuesOf(this);
    private final Map<Question, Most> knownRows = new HashMap<>();
    private final Map<Question, Values> knownValues = new HashMap<>();
    private int questions;
    private int level;

    private Facts(Catalog catalog, Optional<DeclaredBounds> ranges) {
        this.catalog = catalog;
        this.ranges = ranges;
    }

    /** Answers from the query and from the owner's declarations. */
    static Facts declared(Catalog catalog) {
        return new Facts(catalog, Optional.of(new DeclaredBounds(catalog)));
    }

    /** Answers from the query's operators alone, which hold for any data. */
    static Facts proven() {
        return new Facts(new Catalog(List.of()), Optional.empty());
    }

    /** At most how many rows there are. */
    Most rows(RelNode relation, Fixed fixed) {
        Question question = new Question(relation, -1, fixed);
        Most known = knownRows.get(question);
        if (known == null) {
            known = enter() ? rows.of(relation, fixed) : Most.ANY;
            level--;
            knownRows.put(question, known);
        }
        return known;
    }

    /** At most how many values a field takes. */
    Values values(RelNode relation, Fixed fixed, int field) {
        RexNode reference = RexInputRef.of(field, relation.getRowType());
        if (fixed.holds(reference)) {
            return fixed.isPresent(reference) ? Values.ONE.withoutNull() : Values.ONE;
        }
        Question question = new Question(relation, field, fixed);
        Values known = knownValues.get(question);
        if (known == null) {
            known = enter()
                    ? values.of(relation, new ValuesOf.Question(field, fixed)).and(Values.of(rows(relation, fixed)))
                    : Values.ANY;
            level--;
            knownValues.put(question, known);
        }
        return known;
    }

    /** At most how many values a field takes, without using the number of rows. */
    Values fieldAlone(RelNode relation, Fixed fixed, int field) {
        return values.of(relation, new ValuesOf.Question(field, fixed));
    }

    private boolean enter() {
        level++;
        questions++;
        return questions < MOST_QUESTIONS && level < MOST_LEVELS;
    }

    /** Whether one question more may be asked about a part of an expression. */
    boolean mayAsk() {
        return ++questions < MOST_QUESTIONS;
    }

    /** At most how many values an expression over a relation takes. */
    Values values(RelNode relation, Fixed fixed, RexNode expression) {
        return new ExpressionValues(this, relation, fixed).of(expression);
    }

    /** Whether an expression takes one value, NULL aside. */
    boolean isOne(RelNode relation, Fixed fixed, RexNode expression) {
        return fixed.holds(expression)
                || values(relation, fixed, expression).present().isAtMostOne();
    }

    /**
     * At most how many combinations of values several expressions take: the values of each are counted with those
     * before it fixed.
     */
    Most together(RelNode relation, Fixed fixed, List<? extends RexNode> expressions) {
        List<RexNode> backwards = new ArrayList<>(expressions);
        Collections.reverse(backwards);
        return rows(relation, fixed)
                .and(oneAfterAnother(relation, fixed, expressions))
                .and(oneAfterAnother(relation, fixed, backwards));
    }

    private Most oneAfterAnother(RelNode relation, Fixed fixed, List<? extends RexNode> expressions) {
        Most combinations = Most.ONE;
        Fixed all = fixed;
        for (RexNode expression : expressions) {
            combinations = combinations.times(values(relation, all, expression).all());
            all = all.with(expression, false);
        }
        return combinations;
    }

    Optional<Table> table(TableScan scan) {
        List<String> path = scan.getTable().getQualifiedName();
        return catalog.table(path.get(path.size() - 1));
    }

    /** The keys of a table that agree in no two rows: those that are declared so, and what foreign keys refer to. */
    List<List<String>> uniqueKeys(Table table) {
        List<List<String>> keys = new ArrayList<>(table.uniqueKeys());
        for (Table other : catalog.tables()) {
            other.protection()
                    .foreignKey()
                    .filter(key -> key.targetTable().equalsIgnoreCase(table.name()))
                    .ifPresent(key -> keys.add(List.of(key.targetColumn())));
        }
        return keys;
    }

    /** The value range of an expression. */
    Optional<ValueRange> range(RelNode input, RexNode expression) {
        return ranges.map(known -> known.of(input, expression));
    }

    /** The value range of a field. */
    Optional<ValueRange> range(RelNode relation, int field) {
        return ranges.map(known -> known.of(relation, field));
    }
}
