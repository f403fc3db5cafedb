package io.tacit.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.audit.BuiltInTables.Unit;
import io.tacit.engine.audit.ReplayAudit.Mistakes;
import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.MistakenBackend;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.release.Noise;
import io.tacit.privacy.accounting.GroupSelection;
import io.tacit.privacy.audit.Verdict;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each check of the replay finds the mistake that it is for, and says so. */
@NullUnmarked
@Tag("planted")
class PlantedMistakesTest {
    private static final Defaults DEFAULTS = new Defaults(new BigDecimal("20"), new BigDecimal("1e-9"), 2, 0.95);
    private static final String SUM = "SELECT g, SUM(i, contribution_bounds_per_group => (-7, 5)) FROM p GROUP BY g";
    private static final String COUNT = "SELECT g, COUNT(DISTINCT uid) FROM p GROUP BY g";

    @Test
    void withoutAMistakeNothingIsFound() {
        assertThat(found(List.of(SUM, COUNT), UnaryOperator.identity(), UnaryOperator.identity()))
                .isEmpty();
    }

    @Test
    void sumsThatAreNotClampedAreFound() {
        assertThat(sent(SUM, sql -> sql.replaceAll("WHEN (\\(?s\\d+[^W]*) > ", "WHEN FALSE AND $1 > ")))
                .anyMatch(what -> what.contains("changes more than"));
    }

    @Test
    void peopleInTooManyGroupsAreFound() {
        assertThat(sent(COUNT, sql -> sql.replace("lag(u, 2)", "lag(u, 100)")))
                .anyMatch(what -> what.contains("changes more than"));
    }

    @Test
    void numbersOfRowsInsteadOfPeopleAreFound() {
        assertThat(sent(
                        COUNT,
                        sql -> sql.replace("COUNT(t.u)", "SUM(n0)").replace("COALESCE(COUNT(*)", "COALESCE(SUM(n0)")))
                .isNotEmpty();
    }

    @Test
    void aChoiceByTheOrderOfRowsIsFound() {
        assertThat(sent(COUNT, sql -> sql.replace("hash('tacit', u, k0)", "hash(random())")))
                .isNotEmpty();
    }

    @Test
    void aQueryThatFailsForOnePersonIsFound() {
        assertThat(sent(
                        COUNT,
                        sql -> sql.replace(
                                "WHERE u IS NOT NULL", "WHERE CASE WHEN u = 1 THEN CAST('x' AS INT) ELSE 1 END = 1")))
                .anyMatch(what -> what.contains("fails for one"));
    }

    @Test
    void peopleWithoutANameAreFound() {
        assertThat(sent(
                        SUM,
                        sql -> sql.replaceAll("\\(t\\d+\\.[^ ]+ IS NOT NULL\\)", "TRUE")
                                .replace("u IS NOT NULL", "TRUE")))
                .anyMatch(what -> what.contains("Another order")
                        || what.contains("one of the two")
                        || what.contains("changes more than"));
    }

    @Test
    void aGlobalRowThatIsOmittedIsFound() {
        assertThat(sent(
                        "SELECT COUNT(*, contribution_bounds_per_group => (0, 1)) FROM p WHERE uid = 1",
                        sql -> sql.contains("AS users") ? sql + " HAVING COUNT(t.u) > 0" : sql))
                .isNotEmpty();
    }

    @Test
    void twoDrawsForOneIntegerAreFound() {
        assertThat(drawn(SUM, inner -> new Planted(inner) {
                    @Override
                    public BigInteger noisy(IntegerNoise law, BigInteger exact, Origin origin) {
                        inner.noisy(law, exact, origin);
                        return inner.noisy(law, exact, origin);
                    }
                }))
                .anyMatch(what -> what.contains("twice") || what.contains("spends more"));
    }

    @Test
    void groupsThatAppearByTheirExactNumberOfPeopleAreFound() {
        assertThat(drawn(COUNT, inner -> new Planted(inner) {
                    @Override
                    public BigInteger noisy(IntegerNoise law, BigInteger exact, Origin origin) {
                        return inner.noisy(law, exact, origin).max(exact.multiply(BigInteger.valueOf(100)));
                    }
                }))
                .isNotEmpty();
    }

    @Test
    void halfTheNoiseIsFound() {
        assertThat(drawn(SUM, inner -> new Planted(inner) {
                    @Override
                    public BigInteger noisy(IntegerNoise law, BigInteger exact, Origin origin) {
                        return inner.noisy(half(law), exact, origin);
                    }
                }))
                .anyMatch(what -> what.contains("spends more than it is charged"));
    }

    @Test
    void aDrawThatIsUsedAgainIsFound() {
        assertThat(drawn(SUM, inner -> new Planted(inner) {
                    private BigInteger drawn;

                    @Override
                    public BigInteger noisy(IntegerNoise law, BigInteger exact, Origin origin) {
                        drawn = drawn == null ? inner.noisy(law, exact, origin).subtract(exact) : drawn;
                        return exact.add(drawn);
                    }
                }))
                .anyMatch(what -> what.contains("without noise"));
    }

    @Test
    void noNoiseIsFound() {
        assertThat(drawn(
                        "SELECT COUNT(*, contribution_bounds_per_group => (0, 2)) FROM p", inner -> new Planted(inner) {
                            @Override
                            public BigInteger noisy(IntegerNoise law, BigInteger exact, Origin origin) {
                                return exact;
                            }
                        }))
                .anyMatch(what -> what.contains("without noise"));
    }

    @Test
    void aLawThatDependsOnDataIsFound() {
        assertThat(drawn(
                        "SELECT COUNT(*, contribution_bounds_per_group => (0, 2)) FROM p", inner -> new Planted(inner) {
                            @Override
                            public BigInteger noisy(IntegerNoise law, BigInteger exact, Origin origin) {
                                return inner.noisy(
                                        new DiscreteLaplace(Rational.of(1000 + exact.longValue())), exact, origin);
                            }
                        }))
                .anyMatch(what -> what.contains("law of the noise depends"));
    }

    @Test
    void anExactValueThatLeaksIntoTheAnswerIsFound() {
        assertThat(drawn(
                        "SELECT COUNT(*, contribution_bounds_per_group => (0, 2)) FROM p", inner -> new Planted(inner) {
                            @Override
                            public BigInteger noisy(IntegerNoise law, BigInteger exact, Origin origin) {
                                return inner.noisy(law, exact, origin).add(exact.mod(BigInteger.valueOf(5)));
                            }
                        }))
                .isNotEmpty();
    }

    private static IntegerNoise half(IntegerNoise law) {
        return law instanceof DiscreteLaplace laplace
                ? new DiscreteLaplace(laplace.scale().dividedBy(Rational.of(2)))
                : new DiscreteGaussian(((DiscreteGaussian) law).variance().dividedBy(Rational.of(4)));
    }

    private static List<String> sent(String sql, UnaryOperator<String> mistake) {
        return found(List.of(sql), backend -> new MistakenBackend(backend, mistake), UnaryOperator.identity());
    }

    private static List<String> drawn(String sql, UnaryOperator<Noise> mistake) {
        return found(List.of(sql), UnaryOperator.identity(), mistake);
    }

    private static List<String> found(
            List<String> queries, UnaryOperator<Backend> backend, UnaryOperator<Noise> noise) {
        List<String> found = new ArrayList<>();
        for (long seed = 1; found.isEmpty() && seed <= 3; seed++) {
            ReplayRuns.run(
                    queries,
                    BuiltInTables.of(Unit.WHOLE),
                    DEFAULTS,
                    seed,
                    new Mistakes(backend, noise),
                    InventedPlace.FILES,
                    verdict -> found.addAll(events(verdict)));
        }
        return found;
    }

    private static List<String> events(Verdict verdict) {
        return verdict.violation().map(violation -> List.of(violation.what())).orElse(List.of());
    }

    /** Noise that passes everything on. */
    private static class Planted implements Noise {
        private final Noise inner;

        Planted(Noise inner) {
            this.inner = inner;
        }

        @Override
        public BigInteger noisy(IntegerNoise law, BigInteger exact, Origin origin) {
            return inner.noisy(law, exact, origin);
        }

        @Override
        public boolean keeps(GroupSelection.Geometric selection, BigInteger exactUsers) {
            return inner.keeps(selection, exactUsers);
        }

        @Override
        public RandomBits bits() {
            return inner.bits();
        }
    }
}
