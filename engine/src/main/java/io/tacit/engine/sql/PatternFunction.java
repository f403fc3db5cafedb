package io.tacit.engine.sql;

import static io.tacit.engine.sql.ScalarSpecification.specified;
import static io.tacit.engine.sql.Signatures.function;

import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlTypeFamily;

/** Patterns of texts. */
public enum PatternFunction implements ScalarFunction {
    LIKE(specified(
            SqlStdOperatorTable.LIKE,
            "s LIKE pattern; s LIKE pattern ESCAPE character",
            "with ESCAPE the pattern and the character are constants")),
    NOT_LIKE(specified(SqlStdOperatorTable.NOT_LIKE, "s NOT LIKE pattern", "")),
    ILIKE(specified(SqlLibraryOperators.ILIKE, "s ILIKE pattern", "letters of either case")),
    NOT_ILIKE(specified(SqlLibraryOperators.NOT_ILIKE, "s NOT ILIKE pattern", "")),
    SIMILAR_TO(specified(SqlStdOperatorTable.SIMILAR_TO, "s SIMILAR TO pattern", "the pattern is a constant")),
    NOT_SIMILAR_TO(specified(SqlStdOperatorTable.NOT_SIMILAR_TO, "s NOT SIMILAR TO pattern", "")),
    REGEXP_LIKE(specified(
                    matches("REGEXP_LIKE"),
                    "REGEXP_LIKE(s, pattern); REGEXP_MATCHES(s, pattern)",
                    "whether some part matches a constant pattern of the language below")
            .or(matches("REGEXP_MATCHES"))),
    REGEXP_REPLACE(specified(
                    function(
                            "REGEXP_REPLACE",
                            Signatures.TEXT,
                            OperandTypes.or(
                                    OperandTypes.family(
                                            SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER),
                                    OperandTypes.family(
                                            SqlTypeFamily.CHARACTER,
                                            SqlTypeFamily.CHARACTER,
                                            SqlTypeFamily.CHARACTER,
                                            SqlTypeFamily.CHARACTER))),
                    "REGEXP_REPLACE(s, pattern, by); REGEXP_REPLACE(s, pattern, by, options)",
                    "all but the text are constants; see below")
            .length(TextLength.of((call, operands) -> Math.min(
                            TextLengths.MOST,
                            RegularReplacement.of(call).built(Math.min(TextLengths.MOST, operands.get(0)))))
                    .building((call, operands, most) -> Math.min(
                            TextLengths.MOST_ON_THE_WAY,
                            RegularReplacement.of(call).built(operands.get(0))))));

    @SuppressWarnings("ImmutableEnumChecker") // An operator does not change.
    private final ScalarSpecification specification;

    PatternFunction(ScalarSpecification specification) {
        this.specification = specification;
    }

    @Override
    public ScalarSpecification specification() {
        return specification;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.pattern(this);
    }

    private static SqlFunction matches(String name) {
        return function(name, Signatures.TRUTH, SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER);
    }
}
