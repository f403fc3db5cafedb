package io.tacit.engine.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * An equality says that one value equals another, but not where an engine compares after rounding to the 38 digits that a
 * DECIMAL has at most, as Spark does. Walked is every type of numbers beside every other, as it comes, whatever casts are
 * printed around it; the rounding is done here once more, on the least value that a type has after the point.
 */
@NullUnmarked
class ComparedNumbersTest {
    private static final RelDataTypeFactory TYPES = new SqlTypeFactoryImpl(new RelDataTypeSystemImpl() {
        @Override
        public int getMaxPrecision(SqlTypeName type) {
            return type == SqlTypeName.DECIMAL ? 38 : super.getMaxPrecision(type);
        }

        @Override
        public int getMaxScale(SqlTypeName type) {
            return type == SqlTypeName.DECIMAL ? 38 : super.getMaxScale(type);
        }
    });
    private static final RexBuilder REX = new RexBuilder(TYPES);

    private static List<RelDataType> types() {
        List<RelDataType> types = new ArrayList<>();
        types.add(TYPES.createSqlType(SqlTypeName.INTEGER));
        types.add(TYPES.createSqlType(SqlTypeName.BIGINT));
        for (int precision : List.of(1, 9, 18, 19, 28, 37, 38)) {
            for (int scale = 0; scale <= precision; scale++) {
                types.add(TYPES.createSqlType(SqlTypeName.DECIMAL, precision, scale));
            }
        }
        return types;
    }

    /** Whether two values of a type that differ in its last digit still differ where they are compared with another's. */
    private static boolean tellsApart(RelDataType one, RelDataType other) {
        int whole = Math.max(one.getPrecision() - one.getScale(), other.getPrecision() - other.getScale());
        int places = Math.min(Math.max(one.getScale(), other.getScale()), 38 - whole);
        BigDecimal least = BigDecimal.ONE.movePointLeft(one.getScale());
        return least.setScale(places, RoundingMode.DOWN).signum() != 0;
    }

    @Test
    void onlyWhatIsComparedExactlyIsAnEquality() {
        int exact = 0;
        int rounded = 0;
        for (RelDataType one : types()) {
            for (RelDataType other : types()) {
                RexNode column = REX.makeInputRef(one, 0);
                RexNode equality = REX.makeCall(SqlStdOperatorTable.EQUALS, column, REX.makeInputRef(other, 1));
                Conditions conditions = Conditions.of(equality);
                boolean both = tellsApart(one, other) && tellsApart(other, one);
                assertThat(conditions.equalities().isEmpty())
                        .as(one + " = " + other)
                        .isEqualTo(!both);
                exact += both ? 1 : 0;
                rounded += both ? 0 : 1;
            }
        }
        assertThat(exact).isPositive();
        assertThat(rounded).isPositive();
    }

    /** A constant is read as its type has it: {@code x = 0} says of an x of 38 digits after the point that it rounds to 0. */
    @Test
    void aConstantIsNoChoiceWhereItIsComparedAfterRounding() {
        for (RelDataType type : types()) {
            RelDataType whole = TYPES.createSqlType(SqlTypeName.DECIMAL, 38, 0);
            RexNode zero = REX.makeExactLiteral(BigDecimal.ZERO, whole);
            Conditions conditions =
                    Conditions.of(REX.makeCall(SqlStdOperatorTable.EQUALS, REX.makeInputRef(type, 0), zero));
            assertThat(conditions.choices().isEmpty()).as(type.toString()).isEqualTo(type.getScale() > 0);
        }
    }
}
