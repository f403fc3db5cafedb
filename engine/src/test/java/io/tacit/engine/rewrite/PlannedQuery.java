package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.ownership.AssignOwners;
import io.tacit.engine.sql.SqlToRelation;
import java.math.BigDecimal;
import java.util.Optional;

/** Plans a query as a session does, with defaults of ε = 1, δ = 1e-8 and three groups of a person, and no limits of an owner. */
final class PlannedQuery {
    private PlannedQuery() {}

    /** The plan of the query's first release. */
    static ReleasePlan of(String sql, Catalog catalog) {
        return PlanRelease.plan(
                AssignOwners.cut(new SqlToRelation(catalog).analyze(sql), catalog)
                        .releases()
                        .get(0),
                new Defaults(BigDecimal.ONE, new BigDecimal("1e-8"), 3, 0.95),
                QueryCeiling.NONE,
                catalog,
                Optional.empty());
    }
}
