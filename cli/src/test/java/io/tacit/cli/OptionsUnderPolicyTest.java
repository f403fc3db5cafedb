package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.PersonLimit;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.policy.PolicyFile;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.EngineOfSources;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Under a policy an option of a query either counts or is refused: none is passed over without a word. */
@NullUnmarked
class OptionsUnderPolicyTest {
    /** What each query may choose, whatever the owner says. */
    private static final Set<String> CHOSEN = Set.of(
            "--policy",
            "--analyst",
            "--epsilon",
            "--delta",
            "--max-groups",
            "--max-rows",
            "--format",
            "--output",
            "--chart",
            "--fresh",
            "--file",
            "--help",
            "--version");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void everyOtherOptionIsRefused() throws IOException {
        Files.writeString(folder.resolve("t.csv"), "who,x\n1,2\n2,3\n");
        String policy = Files.writeString(folder.resolve("tacit.yaml"), """
            dataset: t
            tables: {t: {file: t.csv, person: who, columns: {who: INTEGER, x: INTEGER}}}
            analysts: {ada: []}
            accounts: {all: {members: [ada], budget: {epsilon: 10, delta: 1e-6}}}
            """).toString();
        List<String> refused = new ArrayList<>();
        for (OptionSpec option : Tacit.commandLine()
                .getSubcommands()
                .get("query")
                .getCommandSpec()
                .options()) {
            if (CHOSEN.contains(option.longestName())) {
                continue;
            }
            List<String> words = new ArrayList<>(List.of("query", "--policy", policy, option.longestName()));
            if (option.arity().max() > 0) {
                words.add("utf-8");
            }
            words.add("SELECT COUNT(*) FROM t");
            Run run = Run.of(words.toArray(String[]::new));
            assertThat(run.err())
                    .as(option.longestName())
                    .contains(option.longestName() + " cannot be given under a policy");
            assertThat(run.code()).as(option.longestName()).isEqualTo(2);
            refused.add(option.longestName());
        }
        assertThat(refused).contains("--unique", "--confidence", "--no-tally");
    }

    /** An option counts for what it names and for nothing else: the rest is what the owner wrote. */
    @Test
    void whatIsNotSaidStaysTheOwners() throws IOException {
        Files.writeString(folder.resolve("t.csv"), "who,x\n1,2\n");
        Path file = Files.writeString(folder.resolve("tacit.yaml"), """
            dataset: t
            tables: {t: {file: t.csv, person: who, columns: {who: INTEGER, x: INTEGER}}}
            defaults:
              {epsilon: 0.25, delta: 1e-9, max_groups: 3, confidence: 0.9, noise: gaussian, min_people: 4,
               group_selection: laplace_threshold, report_missing: false}
            limits: {epsilon: 2, delta: 1e-6, max_groups: 9, min_people: 2}
            analysts: {ada: []}
            accounts: {all: {members: [ada], budget: {epsilon: 10, delta: 1e-6}}}
            """);
        Policy owners = PolicyFile.read(file, EngineOfSources.with(DuckDbSettings.standard()));
        Defaults written = owners.defaults();
        Map<List<String>, PersonLimit> limits = Map.of(
                List.of(),
                PersonLimit.groups(3),
                List.of("--max-groups", "7"),
                PersonLimit.groups(7),
                List.of("--max-groups", "auto"),
                PersonLimit.found(PersonLimit.Of.GROUPS),
                List.of("--max-rows", "8"),
                new PersonLimit(PersonLimit.Of.ROWS, OptionalLong.of(8)));
        for (String epsilon : List.of("", "1", "2")) {
            for (String delta : List.of("", "1e-8", "1e-7")) {
                limits.forEach((limit, meant) -> {
                    List<String> words = new ArrayList<>(limit);
                    words.addAll(epsilon.isEmpty() ? List.of() : List.of("--epsilon", epsilon));
                    words.addAll(delta.isEmpty() ? List.of() : List.of("--delta", delta));
                    Policy asked = under(owners, words);
                    assertThat(asked.defaults())
                            .as(words.toString())
                            .isEqualTo(new Defaults(
                                    epsilon.isEmpty() ? written.epsilon() : new BigDecimal(epsilon),
                                    delta.isEmpty() ? written.delta() : new BigDecimal(delta),
                                    Optional.of(meant),
                                    0.9,
                                    Optional.of(Defaults.Noise.GAUSSIAN),
                                    Optional.of(Defaults.Selection.LAPLACE_THRESHOLD),
                                    4,
                                    false));
                    assertThat(asked.ceiling()).isEqualTo(owners.ceiling());
                    assertThat(asked.accounts()).isEqualTo(owners.accounts());
                    assertThat(asked.fingerprint()).isEqualTo(owners.fingerprint());
                });
            }
        }
        for (List<String> words : List.of(
                List.of("--epsilon", "2.01"),
                List.of("--delta", "2e-6"),
                List.of("--max-groups", "10"),
                List.of("--max-rows", "10"))) {
            assertThatThrownBy(() -> under(owners, words))
                    .as(words.toString())
                    .isInstanceOfSatisfying(Refusal.class, refusal -> {
                        assertThat(refusal.code()).isEqualTo(ErrorCode.PRIVACY_PARAMETER);
                        assertThat(refusal.rule())
                                .startsWith("The owner lets " + words.get(0).substring(2) + " be at most ");
                    });
        }
    }

    private static Policy under(Policy owners, List<String> words) {
        PrivacyOptions options = new PrivacyOptions();
        CommandLine line = new CommandLine(CommandSpec.create()).addMixin("privacy", options);
        line.parseArgs(words.toArray(String[]::new));
        return options.under(owners, "ada", Optional.empty(), line);
    }
}
