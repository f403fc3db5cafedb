package io.tacit.engine.sql;

import static io.tacit.engine.sql.ScalarSpecification.specified;
import static io.tacit.engine.sql.Signatures.function;

import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeTransforms;

/** Arrays that are made of a row's own values. */
public enum ArrayFunction implements ScalarFunction {
    ARRAY(specified(SqlStdOperatorTable.ARRAY_VALUE_CONSTRUCTOR, "ARRAY[x, y, …]; [x, y, …]", "at most 1,000 elements")
            .length(TextLength.of((call, operands) -> TextLengths.sum(operands))
                    .building((call, operands, most) -> TextLengths.sum(operands) + TextLengths.SLOT * operands.size()))
            .overflow(OverflowRule.ELEMENTS)),
    SPLIT(specified(
                    function(
                            "SPLIT",
                            ReturnTypes.VARCHAR
                                    .andThen(SqlTypeTransforms.FORCE_NULLABLE)
                                    .andThen(SqlTypeTransforms.TO_ARRAY)
                                    .andThen(SqlTypeTransforms.FORCE_NULLABLE),
                            OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER)),
                    "SPLIT(s, separator)",
                    "the parts between separators, also the empty ones; of an empty separator the characters")
            .length(TextLength.ofOperand(0)
                    .building((call, operands, most) -> operands.get(0)
                            + TextLengths.SLOT * Math.min(operands.get(0) + 1, TextLengths.MOST_ELEMENTS)))),
    ITEM(specified(
                    SqlStdOperatorTable.ITEM,
                    "a[i]; a[ORDINAL(i)]; a[OFFSET(i)]",
                    "from 1, with OFFSET from 0 (also `SAFE_`); NULL outside")
            .length(TextLength.handsOn((call, operands) -> operands.get(0)))),
    CARDINALITY(specified(SqlStdOperatorTable.CARDINALITY, "CARDINALITY(a)", "how many elements it has")),
    ARRAY_CONTAINS(specified(
                    function("ARRAY_CONTAINS", Signatures.TRUTH, OperandTypes.ARRAY_ELEMENT),
                    "ARRAY_CONTAINS(a, x)",
                    "")
            .overflow(OverflowRule.SEARCHED));

    @SuppressWarnings("ImmutableEnumChecker") // An operator does not change.
    private final ScalarSpecification specification;

    ArrayFunction(ScalarSpecification specification) {
        this.specification = specification;
    }

    @Override
    public ScalarSpecification specification() {
        return specification;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.array(this);
    }
}
