package io.tacit.engine.backend.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.server.ServerRefusals;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Why there is no connection, by the server's own codes; its words are for the owner alone. */
@NullUnmarked
class ServerFailuresTest {
    private final List<String> log = new ArrayList<>();
    private final ServerRefusals refusals = new ServerRefusals(log::add);

    /** A wrong password, no such user, a user who may not log in; no such database; nobody answers, or too many do. */
    @ParameterizedTest
    @CsvSource({
        "28P01, password",
        "28000, password",
        "3D000, no such database",
        "3F000, cannot be reached",
        "08001, cannot be reached",
        "53300, cannot be reached",
        "57P03, cannot be reached",
        "42501, cannot be reached",
        ", cannot be reached"
    })
    void theReasonIsToldInOurWords(String state, String words) {
        Refusal refusal = ServerFailures.connection(refusals, new SQLException("secret", state));
        assertThat(refusal.code()).isEqualTo(ErrorCode.SOURCE_UNREADABLE);
        assertThat(refusal.rule()).contains(words);
        assertThat(refusal.advice()).contains(words.equals("password") ? "PGPASSWORD" : "address");
        assertThat(refusal.getMessage()).doesNotContain("secret");
        assertThat(log).containsExactly("secret");
    }

    @Test
    void theServersWordsGoToTheOwner() {
        SQLException cause = new SQLException("secret", "42501");
        Map.of(
                        ServerFailures.invented(refusals, cause),
                        "GRANT CREATE ON DATABASE",
                        ServerFailures.catalogue(refusals, cause),
                        "log",
                        refusals.leftBehind("tacit_invented_1", cause),
                        "DROP SCHEMA tacit_invented_1 CASCADE")
                .forEach((refusal, advice) -> {
                    assertThat(refusal.code()).isEqualTo(ErrorCode.SOURCE_UNREADABLE);
                    assertThat(refusal.advice()).contains(advice);
                    assertThat(refusal.getMessage()).doesNotContain("secret");
                });
        assertThat(refusals.query(cause).getMessage()).doesNotContain("secret");
        assertThat(log).hasSize(4).allMatch("secret"::equals);
    }
}
