package io.tacit.engine.sql;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Position;
import io.tacit.engine.refusal.Refusal;
import io.tacit.grammar.PrivacyOperators;
import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.validate.SqlConformance;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.util.Pair;
import org.jspecify.annotations.Nullable;

/**
 * Reads a query: parses it, checks names and types, and turns it into algebra just as it was written.
 *
 * <p>The result is the raw tree: nothing is expanded, decorrelated, trimmed or simplified, since each of these can move
 * an aggregation to where it would mix people. Every failure on the way is a {@link Refusal} in our words.
 */
public final class SqlToRelation {
    private static final SqlConformance CONFORMANCE = new Lenient();

    /** The rewriting of calls is off: it writes arguments twice, subqueries included. */
    private static final SqlValidator.Config VALIDATOR = SqlValidator.Config.DEFAULT
            .withConformance(CONFORMANCE)
            .withIdentifierExpansion(true)
            .withCallRewrite(false)
            .withTypeCoercionFactory(DateArithmetic::new)
            .withTypeCoercionEnabled(true);

    private static final Set<SqlKind> QUERIES = EnumSet.of(
            SqlKind.SELECT,
            SqlKind.ORDER_BY,
            SqlKind.WITH,
            SqlKind.UNION,
            SqlKind.INTERSECT,
            SqlKind.EXCEPT,
            SqlKind.VALUES);

    /** The most lenient of Calcite's conformances, except for what would let a query see or do too much. */
    private static final class Lenient extends SqlDelegatingConformance {
        Lenient() {
            super(SqlConformanceEnum.BABEL);
        }

        /** Ungrouped columns stay errors: the lenient GROUP BY turns them into ANY_VALUE, an exact value. */
        @Override
        public boolean isNonStrictGroupBy() {
            return false;
        }

        /** An alias cannot be used in its own SELECT: a short text of aliases of aliases would grow without end. */
        @Override
        public SelectAliasLookup isSelectAlias() {
            return SelectAliasLookup.UNSUPPORTED;
        }

        /** Tables have the columns that are declared, and a query cannot add any. */
        @Override
        public boolean allowExtend() {
            return false;
        }

        @Override
        public boolean allowGeometry() {
            return false;
        }

        @Override
        public boolean isColonFieldAccessAllowed() {
            return false;
        }
    }

    private final Catalog catalog;
    private final Clock clock;

    /** Reads queries over a catalog; {@code CURRENT_DATE} is today in UTC. */
    public SqlToRelation(Catalog catalog) {
        this(catalog, Clock.systemUTC());
    }

    /** Reads queries over a catalog; {@code CURRENT_DATE} is the clock's day. */
    public SqlToRelation(Catalog catalog, Clock clock) {
        this.catalog = catalog;
        this.clock = clock;
    }

    /**
     * Reads one query; whether an engine can run it remains to be seen.
     *
     * @throws Refusal when the text is not one query, or names what does not exist, or has a type error
     */
    public AnalyzedQuery analyze(String sql) {
        return analyze(sql, query -> {});
    }

    /**
     * Reads one query.
     *
     * @param check what else a query must meet; what it refuses gets the same hints as what is refused here
     * @throws Refusal when the text is not one query, or names what does not exist, or has a type error
     */
    public AnalyzedQuery analyze(String sql, Consumer<AnalyzedQuery> check) {
        String text = QueryText.checked(sql);
        try {
            AnalyzedQuery query = analyzeChecked(text);
            check.accept(query);
            return query;
        } catch (SqlParseException error) {
            throw new ExplainErrors(catalog, text).syntax(error);
        } catch (Refusal refusal) {
            throw new ExplainErrors(catalog, text).hinted(refusal);
        } catch (RuntimeException error) {
            ExplainErrors explain = new ExplainErrors(catalog, text);
            throw explain.hinted(explain.failure(error));
        } catch (StackOverflowError error) {
            throw ExplainErrors.tooDeep();
        } catch (AssertionError error) {
            throw ExplainErrors.unreadable();
        }
    }

    private AnalyzedQuery analyzeChecked(String text) throws SqlParseException {
        SqlNode parsed = ParseText.parse(text, CONFORMANCE);
        boolean explain = parsed instanceof SqlCall call && call.getOperator().equals(PrivacyOperators.EXPLAIN);
        SqlNode query = explain ? ((SqlCall) parsed).operand(0) : parsed;
        Optional<WantedError> wanted = explain ? ReadExplain.read(((SqlCall) parsed).operand(1)) : Optional.empty();
        if (!QUERIES.contains(query.getKind())) {
            throw new ExplainErrors(catalog, text).notAQuery(Positions.of(query.getParserPosition()));
        }
        SqlNode shallow = LongChains.shallow(query);
        ExpandedSize.check(shallow);
        GroupingSetCount.check(shallow);
        InformationSchema.replace(shallow, text, catalog, CONFORMANCE);
        TakePrivacySyntax syntax = new TakePrivacySyntax(new ReplaceCalls(clock, TimeNames.columns(shallow, catalog)));
        return convert(syntax.take(shallow), syntax, explain, wanted);
    }

    private AnalyzedQuery convert(
            SqlNode query, TakePrivacySyntax syntax, boolean explain, Optional<WantedError> wanted) {
        SemiJoins semiJoins = SemiJoins.of(query);
        RelDataTypeFactory types = TacitTypeSystem.factory();
        CalciteCatalogReader tables = CatalogTables.reader(catalog, types);
        SqlValidator validator =
                new ResolveJoins(KnownOperators.with(syntax.aggregates().functions()), tables, types, VALIDATOR);
        SqlNode valid = validator.validate(query);
        HepPlanner planner = new HepPlanner(HepProgram.builder().build());
        planner.addRelTraitDef(ConventionTraitDef.INSTANCE);
        RelOptCluster cluster = RelOptCluster.create(planner, new TotalRexBuilder(types));
        ConvertBlocks converter = new ConvertBlocks(validator, tables, cluster, syntax.clauseOf(), semiJoins);
        RelRoot root = converter.convertQuery(valid, false, true);
        RelNode relation = root.project();
        RawTree tree = RawTree.of(relation, converter.positions());
        SqlSelect without = converter.withoutAggregation();
        if (without != null) {
            throw withoutAggregation(syntax.placeOf(without));
        }
        ConstantsOfTypes.check(relation, valid);
        List<String> names = OutputNames.of(valid, Pair.right(root.fields));
        return new AnalyzedQuery(relation, names, explain, wanted, syntax.clauses(), tree.positions());
    }

    private static Refusal withoutAggregation(@Nullable Position place) {
        return new Refusal(
                ErrorCode.CLAUSE_WITHOUT_AGGREGATION,
                place,
                "This SELECT aggregates nothing, so its privacy clause has no effect.",
                "Aggregate in this SELECT, for example with COUNT(*), or move the clause to the SELECT that does.");
    }
}
