package io.tacit.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerOrigin;
import io.tacit.engine.session.ReleaseReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a shell remembers of its questions: what each cost, its answer, and its text in a file of the person's own. */
@NullUnmarked
class QuestionsOfAShellTest {
    private static final ReleaseReport RELEASE = new ReleaseReport(
            "1",
            "0",
            3,
            null,
            null,
            false,
            null,
            false,
            "none",
            "as asked for",
            null,
            null,
            "PLAIN",
            "person",
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of());

    @TempDir
    private Path folder;

    private static Answer answer(String epsilon, boolean kept, ReleaseReport... releases) {
        Optional<Instant> at = kept ? Optional.of(Instant.EPOCH) : Optional.empty();
        return new Answer(
                List.of(),
                List.of(),
                List.of(releases),
                epsilon,
                "0",
                0.95,
                new AnswerOrigin(at, List.of(), List.of()));
    }

    @Test
    void whatIsPublicOrKeptIsFreeAndTheRestIsNot() {
        AskedQuestions asked = new AskedQuestions();
        assertThat(asked.last()).isEmpty();
        assertThat(asked.question("1")).isEmpty();
        List<Answer> answers = List.of(
                answer("0.25", false, RELEASE),
                answer("0.5", true, RELEASE),
                answer("0.75", false),
                answer("2", false, RELEASE));
        for (int i = 0; i < answers.size(); i++) {
            asked.add("SELECT  " + i + "\n FROM t", answers.get(i));
            assertThat(asked.last()).contains("SELECT  " + i + "\n FROM t");
        }
        assertThat(asked.list().lines().map(String::strip).toList().subList(0, 4))
                .containsExactly(
                        "1  ε 0.25         SELECT 0 FROM t",
                        "2  free           SELECT 1 FROM t",
                        "3  free           SELECT 2 FROM t",
                        "4  ε 2            SELECT 3 FROM t");
        for (int i = 1; i <= answers.size(); i++) {
            assertThat(asked.question("" + i).orElseThrow().answer()).isSameAs(answers.get(i - 1));
        }
        for (String none : List.of("0", "5", "-1", "01", "1.0", "x", "", " 1", "99999999999")) {
            assertThat(asked.question(none)).as(none).isEmpty();
        }
    }

    /** Queries tell what somebody looks for: nobody else reads them, wherever they are kept. */
    @Test
    void theHistoryIsThePersonsAlone() throws IOException {
        Path home = Files.createDirectory(folder.resolve("home"));
        Path state = folder.resolve("state");
        for (int again = 0; again < 2; again++) {
            for (Map<String, String> environment : List.of(
                    Map.<String, String>of(), Map.of("XDG_STATE_HOME", ""), Map.of("XDG_STATE_HOME", state + ""))) {
                Path history = ShellRun.history(environment, home.toString());
                boolean own = environment.getOrDefault("XDG_STATE_HOME", "").isEmpty();
                assertThat(history).isEqualTo((own ? home.resolve(".local/state") : state).resolve("tacit/history"));
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(history)))
                        .isEqualTo("rw-------");
                Files.setPosixFilePermissions(history, PosixFilePermissions.fromString("rw-r--r--"));
            }
        }
    }
}
