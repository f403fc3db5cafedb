package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.SeededNoise;
import io.tacit.privacy.audit.Share;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The noise: what its bits tell, whether it repeats, and what a query may make of its parameters. */
@NullUnmarked
class NoiseAttackTest {
    /** Sums of a DOUBLE within 3 are multiples of one over this, those within 1 of half of that. */
    private static final double GRID = 0x1p39;

    private static final String SUM = "SELECT SUM(x, contribution_bounds_per_group => (0, 3)) AS s FROM t";

    @TempDir
    static Path folder;

    @AutoClose
    static final Attack.Kept ATTACKS = new Attack.Kept();

    private static double number(Answer answer) {
        return ((Number) answer.rows().get(0).values().get(0)).doubleValue();
    }

    @Test
    void attack27OutputsAreMultiplesOfTheSameUnitAndZeroHasNoSign() {
        Set<Long> bits = new HashSet<>();
        for (People people : List.of(People.ordinary().with(Attack.VICTIM), People.ordinary())) {
            try (TacitSession session = TacitSession.open(
                    List.of(people.table(folder)), Defaults.STANDARD, People.IN_ORDER, SeededNoise.of(105))) {
                for (int i = 0; i < 20; i++) {
                    double sum = number(session.query(SUM));
                    assertThat(sum * GRID).isEqualTo(Math.rint(sum * GRID));
                    bits.add(Double.doubleToRawLongBits(sum));
                }
            }
        }
        assertThat(bits).doesNotContain(Double.doubleToRawLongBits(-0.0)).hasSizeGreaterThan(30);
    }

    /** A sum of -0.0, of a value that rounds to nothing, and of opposite values has no sign. */
    @Test
    void attack27ZeroHasNoSignWithoutNoiseEither() {
        People people =
                People.of("1,a,-0.0,1,1,1,1,s", "2,a,-5e-324,1,1,1,1,s", "3,a,-0.0,1,1,1,1,s", "4,a,-0.0,1,1,1,1,s");
        try (TacitSession session = people.exactly(folder)) {
            for (String sql : List.of(
                    "SELECT SUM(x, contribution_bounds_per_group => (-3, 0)) AS s FROM t",
                    "SELECT -SUM(x, contribution_bounds_per_group => (0, 3)) + 0 AS s FROM t",
                    "SELECT x, COUNT(DISTINCT uid) AS n FROM t GROUP BY x")) {
                assertThat(Double.doubleToRawLongBits(number(session.query(sql))))
                        .as(sql)
                        .isZero();
            }
        }
    }

    /**
     * The lowest three bits of 3,200 outputs of a sum of 0 and of a sum of 1: each of the eight patterns has a chance
     * of 1/8 but for less than 2^-30, on either. Each of the 32 bounds is wrong with a chance of at most 1e-9, so the
     * test is wrong with less than 4e-8. A sampler over doubles (Mironov 2012) has patterns that one sum reaches and
     * the other does not.
     */
    @Test
    void attack28LowBitsHaveTheSameLawForZeroAndOne() {
        for (double sum : new double[] {0, 1}) {
            int[] patterns = new int[8];
            int outputs = 0;
            for (double output : outputs(sum)) {
                assertThat(output * 2 * GRID).isEqualTo(Math.rint(output * 2 * GRID));
                patterns[(int) ((long) (output * 2 * GRID) & 7)]++;
                outputs++;
            }
            assertThat(outputs).isGreaterThan(3_000);
            for (int pattern : patterns) {
                Share share = Share.of(pattern, outputs, 1e-9);
                assertThat(share.low()).isLessThan(0.125);
                assertThat(share.high()).isGreaterThan(0.125);
            }
        }
    }

    private static List<Double> outputs(double sum) {
        List<String> lines = new ArrayList<>();
        for (int group = 0; group < 400; group++) {
            for (int person = 0; person < 20; person++) {
                lines.add(group * 20 + person + ",g" + group + "," + (person == 0 ? sum : 0) + ",1,1,1,1,s");
            }
        }
        Defaults defaults = new Defaults(new BigDecimal("8"), new BigDecimal("0.1"), 1, 0.95);
        List<Double> outputs = new ArrayList<>();
        try (TacitSession session = TacitSession.open(
                List.of(People.of(lines).table(folder)), defaults, People.IN_ORDER, SeededNoise.of(105))) {
            for (int i = 0; i < 8; i++) {
                session.query("SELECT g, SUM(x, contribution_bounds_per_group => (0, 1)) AS s FROM t GROUP BY g")
                        .rows()
                        .forEach(row -> outputs.add(((Number) row.values().get(1)).doubleValue()));
            }
        }
        return outputs;
    }

    @Test
    void attack30BoundsThatAreNoneAreRefused() {
        ATTACKS.on(folder).areRefused("""
            TCT-A02 SELECT SUM(x, contribution_bounds_per_group => (5, 1)) FROM t
            TCT-A02 SELECT ANON_SUM(x, 5, 1) FROM t
            TCT-A02 SELECT ANON_AVG(x CLAMPED BETWEEN 5 AND 1) FROM t
            TCT-A02 SELECT SUM(x, contribution_bounds_per_group => (0, 0e0/0e0)) FROM t
            TCT-A02 SELECT SUM(x, contribution_bounds_per_group => ('NaN', 1)) FROM t
            TCT-A02 SELECT SUM(x, contribution_bounds_per_group => (0, CAST('NaN' AS DOUBLE))) FROM t
            TCT-A02 SELECT SUM(x, contribution_bounds_per_group => (0, NULL)) FROM t
            TCT-A02 SELECT SUM(x, contribution_bounds_per_group => (0, x)) FROM t
            TCT-A02 SELECT SUM(x, contribution_bounds_per_group => (0, uid)) FROM t
            TCT-A02 SELECT SUM(x, contribution_bounds_per_group => (0, (SELECT MAX(x) FROM t))) FROM t
            TCT-A02 SELECT SUM(x, contribution_bounds_per_group => (0, (SELECT 5))) FROM t
            TCT-A02 SELECT ANON_SUM(x, 0, i) FROM t
            TCT-A02 SELECT ANON_COUNT(* CLAMPED BETWEEN 0 AND i) FROM t
            TCT-A02 SELECT MEDIAN(x, contribution_bounds_per_row => (0, x)) FROM t
            """);
    }

    @Test
    void attack31AbsurdParametersAreRefused() {
        Attack attack = ATTACKS.on(folder);
        for (String option : List.of(
                "epsilon = 0",
                "epsilon = -1",
                "epsilon = 1e20",
                "epsilon = 1e308",
                "epsilon = 1e400",
                "epsilon = NULL",
                "epsilon = NaN",
                "epsilon = 'NaN'",
                "epsilon = x",
                "delta = 1",
                "delta = 1.5",
                "delta = 0",
                "delta = -1",
                "delta = 1e-400000",
                "max_groups_contributed = 0",
                "max_groups_contributed = -1",
                "max_groups_contributed = 0.5",
                "max_groups_contributed = 1e30",
                "max_groups_contributed = 99999999999999999999",
                "max_groups_contributed = uid",
                "max_rows_per_group = 0",
                "min_privacy_units_per_group = 0")) {
            attack.areRefused(
                    "TCT-O02 SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(" + option + ") g, COUNT(*) FROM t GROUP BY g");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1e20", "1e308"})
    void attack31AbsurdDefaultsAreRefusedToo(String epsilon) {
        assertThatThrownBy(() -> new Defaults(new BigDecimal(epsilon), new BigDecimal("1e-8"), 1, 0.95))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** What the language allows may still be more than a policy does. */
    @Test
    void attack31WhatAPolicyDoesNotAllowIsRefusedAndSpendsNothing() {
        QueryCeiling limits = new QueryCeiling(
                Optional.of(BigDecimal.ONE), Optional.of(new BigDecimal("1e-6")), OptionalLong.of(10), 3);
        try (TacitSession session = TacitSession.open(
                List.of(People.ordinary().table(folder)), Defaults.STANDARD, limits, People.SETTINGS)) {
            for (String option :
                    List.of("epsilon = 20", "epsilon = 1.0000001", "delta = 0.999", "max_groups_contributed = 11")) {
                assertThatThrownBy(() -> session.query("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(" + option
                                + ") g, COUNT(*) FROM t GROUP BY g"))
                        .isInstanceOfSatisfying(
                                Refusal.class,
                                refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.PRIVACY_PARAMETER));
            }
            assertThat(session.spent().epsilon().signum()).isZero();
        }
    }

    @Test
    void attack32AutomaticBoundsThatFailGiveNullAndAreCharged() {
        try (TacitSession session = TacitSession.open(
                List.of(People.of("1,a,1,1,1,1,1,s", "2,a,1,1,1,1,1,s").table(folder)),
                Defaults.STANDARD,
                People.IN_ORDER,
                SeededNoise.of(105))) {
            Answer answer = session.query("SELECT SUM(x) AS s FROM t");
            assertThat(answer.rows().get(0).values()).containsExactly((Object) null);
            assertThat(answer.releases().get(0).aggregates().get(0).note()).contains("Too few people");
            assertThat(session.spent().epsilon().toDoubleUp()).isEqualTo(1);
        }
    }

    /**
     * Two engines in one process, and two processes that are started at the same time with the same arguments over the
     * same file. One output has the value of another with a chance below 2^-39.
     */
    @Test
    @Tag("process")
    void attack35TheSameStartGivesOtherNoise() throws IOException, InterruptedException {
        Set<Double> outputs = new HashSet<>();
        for (int i = 0; i < 2; i++) {
            try (TacitSession session = AskOnce.open(folder.resolve("same.csv"))) {
                outputs.add(number(session.query(SUM)));
                outputs.add(number(session.query(SUM)));
            }
        }
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            processes.add(AskOnce.start(folder.resolve("same.csv"), SUM));
        }
        for (Process process : processes) {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
            said.lines().forEach(line -> outputs.add(Double.valueOf(line)));
        }
        assertThat(outputs).hasSize(8);
    }
}
