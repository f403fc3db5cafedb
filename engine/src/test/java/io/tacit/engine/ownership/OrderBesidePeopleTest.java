package io.tacit.engine.ownership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.SqlToRelation;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.junit.jupiter.api.Test;

/**
 * Which public or released rows people meet never depends on the order in which an engine reads rows. Walks the places
 * where such rows stand beside people's, and in each of them the relations that choose by order: every LIMIT and OFFSET
 * chooses by all columns, and what cannot be made so is refused.
 */
class OrderBesidePeopleTest {
    private static final String COUNTED = "SELECT COUNT(*) AS n FROM ";

    private static final List<String> PLACES = List.of(
            COUNTED + "a JOIN % AS q ON a.x = q.k AND a.x < q.v",
            COUNTED + "% AS q JOIN a ON a.x = q.k AND a.x < q.v",
            COUNTED + "a LEFT JOIN % AS q ON a.x = q.k AND a.x < q.v",
            COUNTED + "% AS q RIGHT JOIN a ON a.x = q.k AND a.x < q.v",
            COUNTED + "% AS q JOIN (pub AS p JOIN a ON a.x = p.k) ON p.k = q.k AND a.x < q.v",
            COUNTED + "a, % AS q WHERE a.x = q.k AND a.x < q.v",
            COUNTED + "a WHERE (a.x, a.x) IN (SELECT k, v FROM % AS q)",
            COUNTED + "a WHERE a.x > (SELECT MAX(k + v) FROM % AS q)",
            COUNTED + "a WHERE EXISTS (SELECT * FROM % AS q WHERE q.k = a.x AND a.x < q.v)",
            COUNTED + "a, LATERAL (SELECT k FROM % AS q WHERE q.k = a.x AND a.x < q.v) AS l",
            COUNTED + "a JOIN (SELECT k FROM pub WHERE (k, v) IN (SELECT k, v FROM % AS q)) AS r ON a.x = r.k",
            COUNTED + "(SELECT k, (SELECT MAX(k + v) FROM % AS q) AS m FROM pub) AS r JOIN a ON a.x = r.m",
            COUNTED + "a WHERE a.x IN (SELECT k FROM pub WHERE (k, v) IN (SELECT k, v FROM % AS q))",
            "SELECT q.k, q.v, COUNT(a.y) AS n FROM % AS q LEFT JOIN a ON a.x = q.k GROUP BY q.k, q.v",
            "SELECT q.k, q.v, COUNT(a.y) AS n FROM a RIGHT JOIN % AS q ON a.x = q.k GROUP BY q.k, q.v");

    private static final List<String> MADE_TOTAL = List.of(
            "(SELECT k, v FROM pub ORDER BY v LIMIT 2)",
            "(SELECT k, v FROM pub LIMIT 2)",
            "(SELECT v, k FROM pub ORDER BY k DESC OFFSET 1)",
            "(SELECT k, v FROM pub ORDER BY v DESC LIMIT 1 OFFSET 1)",
            "(SELECT k, v FROM pub WHERE k > 1 UNION ALL (SELECT k, v FROM pub ORDER BY k LIMIT 1))",
            "(SELECT x AS k, COUNT(*) AS v FROM b GROUP BY x ORDER BY 2 LIMIT 2)");

    private static final List<String> REFUSED = List.of(
            "(SELECT k, ROW_NUMBER() OVER (ORDER BY v) AS v FROM pub)",
            "(SELECT k, SUM(v) OVER (PARTITION BY k) AS v FROM pub)",
            "(SELECT k, STDDEV_POP(v) AS v FROM pub GROUP BY k)",
            "(SELECT MAX(k) AS k, VAR_SAMP(v) AS v FROM pub)",
            "(SELECT k, v FROM (SELECT k, VAR_POP(v) AS v FROM pub GROUP BY k) AS s ORDER BY k LIMIT 1)");

    private static CutQuery cut(String sql) {
        return AssignOwners.cut(new SqlToRelation(OwnedRowsTest.CATALOG).analyze(sql), OwnedRowsTest.CATALOG);
    }

    /** The LIMITs and OFFSETs of a relation, those of its subqueries, too. */
    private static void collect(RelNode relation, List<Sort> found) {
        if (relation instanceof Sort sort && (sort.fetch != null || sort.offset != null)) {
            found.add(sort);
        }
        relation.getInputs().forEach(input -> collect(input, found));
        relation.accept(new RexShuttle() {
            @Override
            public RexNode visitSubQuery(RexSubQuery subquery) {
                collect(subquery.rel, found);
                return super.visitSubQuery(subquery);
            }
        });
    }

    @Test
    void everyLimitChoosesByAllColumns() {
        for (String place : PLACES) {
            for (String limited : MADE_TOTAL) {
                String sql = place.replace("%", limited);
                List<Sort> sorts = new ArrayList<>();
                for (PrivateAggregation release : cut(sql).releases()) {
                    collect(release.input(), sorts);
                    release.publicKeys().ifPresent(keys -> collect(keys, sorts));
                }
                assertThat(sorts)
                        .as(sql)
                        .isNotEmpty()
                        .allSatisfy(sort -> assertThat(sort.getCollation().getKeys())
                                .as(sql)
                                .doesNotHaveDuplicates()
                                .hasSize(sort.getRowType().getFieldCount()));
            }
        }
    }

    @Test
    void whatCannotBeMadeTotalIsRefused() {
        for (String place : PLACES) {
            for (String ordered : REFUSED) {
                String sql = place.replace("%", ordered);
                assertThatThrownBy(() -> cut(sql))
                        .as(sql)
                        .isInstanceOf(Refusal.class)
                        .hasMessageContaining("must not depend on the order of rows");
            }
        }
    }
}
