package io.tacit.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.refusal.Refusal;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** What an address may say: it has no secrets, borrows nobody's session, and does not turn TLS off by mistake. */
@NullUnmarked
class ClusterAddressTest {
    private static final List<String> OPTIONS = List.of(
            "token=abc",
            "TOKEN=abc",
            "session_id=b8e1c2d0-0000-4000-8000-000000000000",
            "user_agent=x",
            "x-header=y",
            "use_ssl=yes",
            "use_ssl=1",
            "use_ssl=TRUE",
            "use_ssl",
            "user_id=",
            "user_id=a b",
            "use_ssl=true;",
            "");

    @Test
    void otherOptionsAreRefusedAndNotRepeated() {
        for (String option : OPTIONS) {
            assertThatThrownBy(() -> new ClusterAddress("sc://host:15002/;" + option))
                    .as(option)
                    .isInstanceOf(Refusal.class)
                    .hasMessageNotContaining("abc");
        }
    }

    @Test
    void itsOwnAreAccepted() {
        for (String url : List.of(
                "sc://host",
                "sc://host:15002/",
                "sc://[::1]:15002/;use_ssl=true",
                "sc://host/;use_ssl=false;user_id=owner@example.org",
                ClusterAddress.LOCAL)) {
            assertThat(new ClusterAddress(url).url()).isEqualTo(url);
        }
    }
}
