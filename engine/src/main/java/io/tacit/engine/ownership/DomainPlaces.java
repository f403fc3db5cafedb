package io.tacit.engine.ownership;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.sql.AggregateFunction;
import io.tacit.engine.sql.ColumnTypes;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The place of a row's value in its declared domain, for {@code MODE(x)}.
 *
 * <p>Before: {@code Aggregate({g}, MODE(x), A)}. After: the rows are {@code Project(A.*, place, $unit, A LEFT JOIN
 * VALUES ('DE', 0), ('FR', 1) ON x = v)}, and the call is {@code MODE(x, place)}. A value of the domain is in it once,
 * so that every row stays one row; NULL, NaN and a value that is not declared have no place, and such a row stays in
 * its group. The domain of a BOOLEAN is known by its type. A value without a domain stays as it is: its bounds may say
 * which values there are.
 *
 * @param rows what people contribute, with a place for each of those calls
 * @param calls all calls, in their order
 */
public record DomainPlaces(RelNode rows, List<AggregateCall> calls) {
    private static final Domain TRUTH = new Domain(List.of("false", "true"));

    public DomainPlaces {
        calls = List.copyOf(calls);
    }

    static DomainPlaces of(Catalog catalog, RelNode input, List<AggregateCall> calls) {
        RelNode rows = input;
        List<AggregateCall> placed = new ArrayList<>();
        for (AggregateCall call : calls) {
            Optional<Domain> domain =
                    isMode(call) && !call.isDistinct() ? domain(catalog, rows, call) : Optional.empty();
            if (domain.isEmpty()) {
                placed.add(call);
                continue;
            }
            int field = call.getArgList().get(0);
            // The person stays the last field.
            placed.add(call.withArgList(List.of(field, rows.getRowType().getFieldCount() - 1)));
            rows = withPlace(rows, field, domain.get());
        }
        return new DomainPlaces(rows, placed);
    }

    private static boolean isMode(AggregateCall call) {
        return AggregateFunction.of(call)
                .filter(function -> function == AggregateFunction.MODE)
                .isPresent();
    }

    /** The values that the argument of a call can have; empty where they are not declared. */
    public static Optional<Domain> domain(Catalog catalog, RelNode rows, AggregateCall call) {
        int field = call.getArgList().get(0);
        Optional<Domain> declared = ColumnLineage.of(catalog, rows, field).flatMap(Column::domain);
        RelDataType type = rows.getRowType().getFieldList().get(field).getType();
        return declared.or(() -> type.getSqlTypeName() == SqlTypeName.BOOLEAN ? Optional.of(TRUTH) : Optional.empty());
    }

    private static RelNode withPlace(RelNode rows, int field, Domain domain) {
        RexBuilder rex = rows.getCluster().getRexBuilder();
        int width = rows.getRowType().getFieldCount();
        RelNode values = values(rows, field, domain);
        RelNode joined = LogicalJoin.create(
                rows,
                values,
                List.of(),
                rex.makeCall(
                        SqlStdOperatorTable.EQUALS,
                        RexInputRef.of(field, rows.getRowType()),
                        new RexInputRef(
                                width, values.getRowType().getFieldList().get(0).getType())),
                ImmutableSet.of(),
                JoinRelType.LEFT);
        List<RexNode> fields = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            fields.add(RexInputRef.of(i, joined.getRowType()));
        }
        fields.add(width - 1, RexInputRef.of(width + 1, joined.getRowType()));
        List<String> names = new ArrayList<>(rows.getRowType().getFieldNames());
        names.add(width - 1, "$place" + width);
        return LogicalProject.create(joined, List.of(), fields, names, ImmutableSet.of());
    }

    private static RelNode values(RelNode rows, int field, Domain domain) {
        RexBuilder rex = rows.getCluster().getRexBuilder();
        RelDataTypeFactory types = rex.getTypeFactory();
        ColumnType type = ColumnTypes.fromCalcite(
                rows.getRowType().getFieldList().get(field).getType());
        RelDataType value = ColumnTypes.toCalcite(types, type);
        RelDataType place = types.createSqlType(SqlTypeName.INTEGER);
        ImmutableList.Builder<ImmutableList<RexLiteral>> tuples = ImmutableList.builder();
        for (int i = 0; i < domain.values().size(); i++) {
            tuples.add(ImmutableList.of(
                    DomainGroups.literal(rex, type, value, domain.values().get(i)),
                    rex.makeExactLiteral(BigDecimal.valueOf(i), place)));
        }
        return LogicalValues.create(
                rows.getCluster(),
                types.builder().add("v", value).add("place", place).build(),
                tuples.build());
    }
}
