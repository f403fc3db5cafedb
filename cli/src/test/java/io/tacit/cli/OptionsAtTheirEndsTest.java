package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.ledger.AuditLog;
import io.tacit.engine.ledger.book.LedgerBook;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.policy.PolicyFile;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.EngineOfSources;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Which numbers each option of privacy takes, at both of its ends; and what is written down and told of what was given. */
@NullUnmarked
class OptionsAtTheirEndsTest {
    private static final String SMALLEST = "0." + "0".repeat(399) + "1";

    @TempDir
    private Path folder;

    private static PrivacyOptions parsed(String... words) {
        PrivacyOptions options = new PrivacyOptions();
        new CommandLine(CommandSpec.create()).addMixin("privacy", options).parseArgs(words);
        return options;
    }

    private static void each(String option, Function<PrivacyOptions, Object> read, String taken, String refused) {
        for (String text : taken.split(" ", -1)) {
            assertThat(read.apply(parsed(option, text))).as(option + " " + text).isNotNull();
        }
        for (String text : refused.split(" ", -1)) {
            assertThatThrownBy(() -> read.apply(parsed(option, text)))
                    .as(option + " " + text)
                    .isInstanceOfSatisfying(Refusal.class, refusal -> {
                        assertThat(refusal.code()).isEqualTo(ErrorCode.PRIVACY_PARAMETER);
                        assertThat(refusal.rule()).startsWith(option + " ");
                    });
        }
    }

    @Test
    void everyNumberHasItsEnds() {
        long most = QueryCeiling.MOST_SECONDS;
        each(
                "--time-limit",
                PrivacyOptions::ceiling,
                "1 60 60.0 6e1 " + most + " " + most + ".000",
                "0 -1 1.5 x 1e-1 1e401 " + (most + 1) + " " + most + ".5");
        each(
                "--epsilon",
                PrivacyOptions::defaults,
                "1 20 20.0 1e-9 1e-12 2e1",
                "0 -1 20.0001 x 1e-13 1e-400 1e-401 NaN 1/2 " + SMALLEST);
        each("--delta", PrivacyOptions::defaults, "0.5 1e-300 0.999999", "0 1 1.0 2 -1e-8 x 1e-400 1e-401 " + SMALLEST);
        each("--confidence", PrivacyOptions::defaults, "0.5 0.01 0.9999", "0 1 1.0 -0.5 x 95");
        for (String option : List.of("--max-groups", "--max-rows")) {
            each(
                    option,
                    PrivacyOptions::defaults,
                    "1 2147483647 5.0 1e3 AUTO auto Auto",
                    "0 -1 1.5 2147483648 x automatic 1e401");
        }
        assertThat(parsed("--time-limit", most + "").ceiling().seconds()).hasValue(most);
        assertThat(parsed().ceiling()).isEqualTo(QueryCeiling.NONE);
        assertThatThrownBy(() -> parsed("--max-rows", "1", "--max-groups", "1").defaults())
                .isInstanceOf(Refusal.class);
    }

    /** What questions about a file may cost together; of a server nobody adds it up, and without a tally neither. */
    @Test
    void theBudgetOfAFileHasItsEnds() {
        for (String taken : List.of("1e-300", "0.1", "5", "1000000", "1e6", "1000000.00")) {
            assertThat(tally("--budget", taken).tally(new PrintWriter(new StringWriter())))
                    .hasValueSatisfying(tally -> assertThat(tally.budget())
                            .hasValueSatisfying(most -> assertThat(most).isEqualByComparingTo(taken)));
        }
        for (String refused : List.of("0", "0.0", "-1", "1000000.000001", "1e7", "1e401", "x", "NaN", "")) {
            assertThatThrownBy(() -> tally("--budget", refused).tally(new PrintWriter(new StringWriter())))
                    .as(refused)
                    .isInstanceOfSatisfying(Refusal.class, refusal -> {
                        assertThat(refusal.code()).isEqualTo(ErrorCode.PRIVACY_PARAMETER);
                        assertThat(refusal.rule()).startsWith("--budget ");
                    });
        }
        for (boolean none : new boolean[] {false, true}) {
            for (boolean budget : new boolean[] {false, true}) {
                List<String> words = new ArrayList<>(none ? List.of("--no-tally") : List.of());
                words.addAll(budget ? List.of("--budget", "5") : List.of());
                TallyOptions options = tally(words.toArray(String[]::new));
                StringWriter said = new StringWriter();
                if (none && budget) {
                    assertThatThrownBy(() -> options.tally(new PrintWriter(said)))
                            .hasMessageContaining("--no-tally");
                } else {
                    assertThat(options.tally(new PrintWriter(said)).isPresent()).isEqualTo(!none);
                }
                assertThat(said.toString()).isEmpty();
                if (budget) {
                    assertThatThrownBy(() -> options.none(new PrintWriter(said)))
                            .hasMessageContaining("--budget is for files");
                } else {
                    assertThat(options.none(new PrintWriter(said))).isEmpty();
                }
                // An owner who said that there is to be no tally need not be told that there is none.
                assertThat(said.toString().contains("under a policy only")).isEqualTo(!none && !budget);
            }
        }
        StringWriter said = new StringWriter();
        tally().tally(new PrintWriter(said)).orElseThrow().tell().accept("What is to be told.");
        assertThat(said.toString().strip()).isEqualTo("What is to be told.");
    }

    private static TallyOptions tally(String... words) {
        TallyOptions options = new TallyOptions();
        new CommandLine(CommandSpec.create()).addMixin("tally", options).parseArgs(words);
        return options;
    }

    /** Where no statement was asked yet, the owner's log has the options that were too much: each of them, in their order. */
    @Test
    void theOwnerReadsWhichOptionsWereRefused() throws IOException {
        Files.writeString(folder.resolve("t.csv"), "who\n1\n");
        Path file = Files.writeString(folder.resolve("tacit.yaml"), """
            dataset: t
            tables: {t: {file: t.csv, person: who, columns: {who: INTEGER}}}
            limits: {epsilon: 2, delta: 1e-6, max_groups: 9}
            analysts: {ada: []}
            accounts: {all: {members: [ada], budget: {epsilon: 10, delta: 1e-6}}}
            """);
        Policy policy = PolicyFile.read(file, EngineOfSources.with(DuckDbSettings.standard()));
        List<List<String>> given = List.of(
                List.of("--epsilon", "3"),
                List.of("--delta", "1e-5"),
                List.of("--max-groups", "10"),
                List.of("--max-rows", "11"),
                List.of("--epsilon", "1", "--delta", "1e-5"),
                List.of("--epsilon", "1.5", "--delta", "1e-7", "--max-rows", "12"));
        List<String> expected = new ArrayList<>();
        for (List<String> words : given) {
            for (Optional<String> sql : List.of(Optional.<String>empty(), Optional.of("SELECT 1"))) {
                PrivacyOptions options = new PrivacyOptions();
                CommandLine line = new CommandLine(CommandSpec.create()).addMixin("privacy", options);
                line.parseArgs(words.toArray(String[]::new));
                assertThatThrownBy(() -> options.under(policy, "ada", sql, line))
                        .isInstanceOf(Refusal.class);
                expected.add(sql.orElse(String.join(" ", words)));
            }
        }
        try (LedgerBook book = LedgerBook.open(policy.ledger())) {
            List<AuditLog.Line> lines = book.auditLog().newest(100, Optional.of("ada"));
            assertThat(lines).extracting(AuditLog.Line::sql).isEqualTo(expected);
            assertThat(lines).extracting(AuditLog.Line::decision).containsOnly(AuditLog.Decision.REFUSED);
        }
    }

    /** What was proposed is told as it can be written; and where it cannot be kept that is said, and it is proposed again. */
    @Test
    void columnsAreToldAndKeptWhereTheyCanBe() throws IOException {
        Path file = Files.writeString(folder.resolve("t.csv"), "who,day,at,s,n\n1,2020-01-02,2020-01-02 03:04,x,1.5\n");
        // A folder where the schema would be written first.
        Files.createFile(
                Files.createDirectory(folder.resolve("t.csv.tacit.yaml.new")).resolve("full"));
        for (boolean kept : List.of(false, false, true)) {
            if (kept) {
                Files.delete(folder.resolve("t.csv.tacit.yaml.new").resolve("full"));
                Files.delete(folder.resolve("t.csv.tacit.yaml.new"));
            }
            Run run = Run.of(
                    "explain",
                    "--table",
                    "t=" + file,
                    "--privacy-unit",
                    "who",
                    "--column",
                    "day:[2020-01-01..2020-12-31]",
                    "--column",
                    "at:[2020-01-01..2020-12-31 23:59]",
                    "--column",
                    "n:DECIMAL(9,2)[-1.5..7.25]",
                    "--domain",
                    "s=x,y",
                    "SELECT COUNT(*) FROM t");
            assertThat(run.code()).as(run.err()).isZero();
            String told = run.err().replaceAll("\\s+", " ");
            assertThat(told)
                    .contains("Columns of t: who INTEGER, day DATE[2020-01-01..2020-12-31], at TIMESTAMP[2020-01-01"
                            + " 00:00:00..2020-12-31 23:59:00], s VARCHAR (2 values), n DECIMAL(9,2)[-1.5..7.25].");
            assertThat(told.contains("could not be kept beside the file: the next run proposes them anew."))
                    .isEqualTo(!kept);
            assertThat(told.contains("are kept in t.csv.tacit.yaml beside the file"))
                    .isEqualTo(kept);
            assertThat(Files.exists(folder.resolve("t.csv.tacit.yaml"))).isEqualTo(kept);
        }
    }
}
