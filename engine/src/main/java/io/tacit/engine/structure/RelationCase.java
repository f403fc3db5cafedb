package io.tacit.engine.structure;

import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;

/**
 * An answer for each operator of the algebra; none has a default, so that no operator can be forgotten.
 *
 * @param <Q> what is asked
 * @param <R> the answer
 */
interface RelationCase<Q, R> {
    R scan(TableScan scan, Q question);

    R filter(Filter filter, Q question);

    R project(Project project, Q question);

    R join(Join join, Q question);

    R aggregate(Aggregate aggregate, Q question);

    R setOperation(SetOp setOperation, Q question);

    R sort(Sort sort, Q question);

    R values(org.apache.calcite.rel.core.Values values, Q question);

    R correlate(Correlate correlate, Q question);

    /** Any other operator, such as the elements of an array: nothing is known. */
    R other();

    /** Asks about a relation. */
    default R of(RelNode relation, Q question) {
        if (relation instanceof TableScan scan) {
            return scan(scan, question);
        }
        if (relation instanceof Filter filter) {
            return filter(filter, question);
        }
        if (relation instanceof Project project) {
            return project(project, question);
        }
        if (relation instanceof Join join) {
            return join(join, question);
        }
        if (relation instanceof Aggregate aggregate) {
            return aggregate(aggregate, question);
        }
        if (relation instanceof SetOp setOperation) {
            return setOperation(setOperation, question);
        }
        if (relation instanceof Sort sort) {
            return sort(sort, question);
        }
        if (relation instanceof org.apache.calcite.rel.core.Values values) {
            return values(values, question);
        }
        return relation instanceof Correlate correlate ? correlate(correlate, question) : other();
    }
}
