package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.PersonLimit;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a query spends that says nothing, and what it may say at most: every option, with every default against every limit,
 * in a policy, and for one who asks under it.
 */
class DefaultsAndLimitsTest {
    @TempDir
    Path folder;

    private TextShop shop;

    @BeforeEach
    void makeFile() throws IOException {
        shop = TextShop.in(folder);
    }

    /**
     * An option of which a policy may say a default and a limit.
     *
     * @param standard what holds where nothing is said; empty where it is found privately
     * @param values that are written, in order; the standard one is among them
     */
    private record Option(
            String key,
            Optional<String> standard,
            List<String> values,
            Function<Defaults, Optional<BigDecimal>> holds,
            Function<QueryCeiling, Optional<BigDecimal>> limit) {
        boolean isLeast() {
            return key.equals("min_people");
        }
    }

    private static final List<Option> OPTIONS = List.of(
            new Option(
                    "epsilon",
                    Optional.of("1"),
                    List.of("0.25", "1", "3"),
                    defaults -> Optional.of(defaults.epsilon()),
                    QueryCeiling::epsilon),
            new Option(
                    "delta",
                    Optional.of("1e-8"),
                    List.of("1e-9", "1e-8", "1e-7"),
                    defaults -> Optional.of(defaults.delta()),
                    QueryCeiling::delta),
            new Option(
                    "max_groups",
                    Optional.empty(),
                    List.of("2", "5", "30"),
                    defaults -> number(defaults.maxGroups()),
                    ceiling -> number(ceiling.maxGroups())),
            new Option(
                    "min_people",
                    Optional.of("1"),
                    List.of("1", "7", "20"),
                    defaults -> Optional.of(BigDecimal.valueOf(defaults.minPeople())),
                    ceiling -> Optional.of(BigDecimal.valueOf(ceiling.minPeople()))));

    private static Optional<BigDecimal> number(OptionalLong value) {
        return value.isPresent() ? Optional.of(BigDecimal.valueOf(value.getAsLong())) : Optional.empty();
    }

    @Test
    void aDefaultIsWhatIsWrittenOrWhatTheLimitLeavesOfTheStandard() throws IOException {
        for (Option option : OPTIONS) {
            for (String value : withNothing(option.values())) {
                for (String limit : withNothing(option.values())) {
                    for (boolean rho : new boolean[] {true, false}) {
                        check(option, value, limit, rho);
                    }
                }
            }
        }
    }

    @Test
    void whatIsNotChosenIsLeftToTacit() throws IOException {
        for (String noise : List.of("", "auto", "laplace", "gaussian")) {
            for (String selection :
                    List.of("", "auto", "laplace_threshold", "gaussian_threshold", "truncated_geometric")) {
                for (String missing : List.of("", "true", "false")) {
                    String text = (noise.isEmpty() ? "" : "noise: " + noise + ", ")
                            + (selection.isEmpty() ? "" : "group_selection: " + selection + ", ")
                            + (missing.isEmpty() ? "" : "report_missing: " + missing + ", ")
                            + "confidence: 0.75";
                    Defaults read = shop.check(policy(text, "", false))
                            .policy()
                            .orElseThrow()
                            .defaults();
                    assertThat(read)
                            .as(text)
                            .isEqualTo(new Defaults(
                                    BigDecimal.ONE,
                                    new BigDecimal("1e-8"),
                                    Optional.empty(),
                                    0.75,
                                    chosen(noise).map(Defaults.Noise::valueOf),
                                    chosen(selection).map(Defaults.Selection::valueOf),
                                    1,
                                    !missing.equals("false")));
                }
            }
        }
        assertThat(shop.check(policy("", "", false)).policy().orElseThrow().defaults())
                .isEqualTo(Defaults.STANDARD);
    }

    private static Optional<String> chosen(String word) {
        return word.isEmpty() || word.equals("auto") ? Optional.empty() : Optional.of(word.toUpperCase(Locale.ROOT));
    }

    private void check(Option option, String value, String limit, boolean rho) throws IOException {
        String text = policy(
                value.isEmpty() ? "" : option.key() + ": " + value,
                limit.isEmpty() ? "" : option.key() + ": " + limit,
                rho);
        PolicyFile.Checked checked = shop.check(text);
        boolean outside = !value.isEmpty() && !limit.isEmpty() && beyond(option, value, limit);
        assertThat(checked.errors())
                .as(text)
                .extracting(Finding::path)
                .isEqualTo(outside ? List.of("defaults." + option.key()) : List.of());
        if (outside) {
            return;
        }
        Policy policy = checked.policy().orElseThrow();
        Optional<BigDecimal> expected = written(value).or(() -> standard(option, limit, rho));
        assertThat(option.holds().apply(policy.defaults()).map(BigDecimal::stripTrailingZeros))
                .as(text)
                .isEqualTo(expected);
        Optional<BigDecimal> most = written(limit).or(() -> option.isLeast() ? written("1") : Optional.empty());
        assertThat(option.limit().apply(policy.ceiling()).map(BigDecimal::stripTrailingZeros))
                .as(text)
                .isEqualTo(most);
        for (Option other : OPTIONS) {
            if (!other.equals(option)) {
                assertThat(other.holds().apply(policy.defaults()).map(BigDecimal::stripTrailingZeros))
                        .as(text)
                        .isEqualTo(standard(other, "", rho));
            }
        }
    }

    /** What holds where nothing is said: within the limit, and with a budget of rho a number of groups that is given. */
    private static Optional<BigDecimal> standard(Option option, String limit, boolean rho) {
        Optional<String> standard = option.key().equals("max_groups") && rho ? Optional.of("5") : option.standard();
        return standard.map(usual -> !limit.isEmpty() && beyond(option, usual, limit) ? limit : usual)
                .flatMap(DefaultsAndLimitsTest::written);
    }

    private static boolean beyond(Option option, String value, String limit) {
        int compared = new BigDecimal(value).compareTo(new BigDecimal(limit));
        return option.isLeast() ? compared < 0 : compared > 0;
    }

    private static Optional<BigDecimal> written(String value) {
        return value.isEmpty() ? Optional.empty() : Optional.of(new BigDecimal(value).stripTrailingZeros());
    }

    private static List<String> withNothing(List<String> values) {
        List<String> all = new ArrayList<>(List.of(""));
        all.addAll(values);
        return all;
    }

    private static String policy(String defaults, String limits, boolean rho) {
        return "dataset: shop\ntables: {t: {file: t.csv, person: a, columns: {a: INTEGER}}}\ndefaults: {" + defaults
                + "}\nlimits: {" + limits + "}\nanalysts: {ada: []}\naccounts:\n"
                + "  all: {members: [ada], budget: {" + (rho ? "rho" : "epsilon") + ": 5, delta: 1e-4}}\n";
    }

    /** What one who asks gives of their own holds, up to the limit; what they leave out stays the owner's. */
    @Test
    void whoAsksMayGiveAsMuchAsTheLimitOfThatOption() throws IOException {
        Policy policy = shop.check(policy(
                        "epsilon: 0.5, delta: 2e-9, max_groups: 3, min_people: 9, confidence: 0.9, noise: laplace,"
                                + " group_selection: truncated_geometric, report_missing: false",
                        "epsilon: 2, delta: 1e-7, max_groups: 30, min_people: 4",
                        false))
                .policy()
                .orElseThrow();
        Defaults given = new Defaults(
                new BigDecimal("0.5"),
                new BigDecimal("2e-9"),
                Optional.of(PersonLimit.groups(3)),
                0.9,
                Optional.of(Defaults.Noise.LAPLACE),
                Optional.of(Defaults.Selection.TRUNCATED_GEOMETRIC),
                9,
                false);
        assertThat(policy.defaults()).isEqualTo(given);
        List<Optional<BigDecimal>> epsilons = numbers("0.1", "2", "2.1", "20");
        List<Optional<BigDecimal>> deltas = numbers("1e-12", "1e-7", "1.1e-7", "0.5");
        List<Optional<PersonLimit>> limits = List.of(
                Optional.empty(),
                Optional.of(PersonLimit.found(PersonLimit.Of.GROUPS)),
                Optional.of(PersonLimit.found(PersonLimit.Of.ROWS)),
                Optional.of(PersonLimit.groups(30)),
                Optional.of(PersonLimit.rows(30)),
                Optional.of(PersonLimit.groups(31)),
                Optional.of(PersonLimit.rows(31)));
        for (int e = 0; e < epsilons.size(); e++) {
            for (int d = 0; d < deltas.size(); d++) {
                for (int l = 0; l < limits.size(); l++) {
                    Optional<BigDecimal> epsilon = epsilons.get(e);
                    Optional<BigDecimal> delta = deltas.get(d);
                    Optional<PersonLimit> limit = limits.get(l);
                    if (e > 2 || d > 2 || l > 4) {
                        // The first of them that is too much is named, as it was given.
                        String named = e > 2
                                ? "epsilon be at most 2."
                                : d > 2
                                        ? "delta be at most 0.0000001."
                                        : l > 5 ? "max-rows be at most 30." : "max-groups be at most 30.";
                        assertThatThrownBy(() -> policy.asking(epsilon, delta, limit))
                                .isInstanceOf(Refusal.class)
                                .hasMessageContaining("The owner lets " + named);
                    } else {
                        Policy asking = policy.asking(epsilon, delta, limit);
                        assertThat(asking.defaults())
                                .isEqualTo(new Defaults(
                                        epsilon.orElse(given.epsilon()),
                                        delta.orElse(given.delta()),
                                        limit.or(given::limit),
                                        given.confidence(),
                                        given.noise(),
                                        given.selection(),
                                        given.minPeople(),
                                        given.reportMissing()));
                        assertThat(asking.ceiling()).isEqualTo(policy.ceiling());
                        assertThat(asking.accountsOf("ada")).isEqualTo(policy.accountsOf("ada"));
                        assertThat(asking.tables()).isEqualTo(policy.tables());
                        assertThat(asking.access()).isEqualTo(policy.access());
                        assertThat(asking.ledger()).isEqualTo(policy.ledger());
                        assertThat(asking.auditLog()).isEqualTo(policy.auditLog());
                        assertThat(asking.version()).isEqualTo(policy.version());
                        assertThat(asking.store()).isEqualTo(policy.store());
                    }
                }
            }
        }
    }

    private static List<Optional<BigDecimal>> numbers(String... values) {
        List<Optional<BigDecimal>> numbers = new ArrayList<>(List.of(Optional.empty()));
        for (String value : values) {
            numbers.add(Optional.of(new BigDecimal(value)));
        }
        return numbers;
    }
}
