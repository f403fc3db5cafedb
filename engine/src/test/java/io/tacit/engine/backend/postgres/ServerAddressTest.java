package io.tacit.engine.backend.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGProperty;

/** Of all that the driver takes in an address, what only says how to reach a server is accepted, and nothing else. */
@NullUnmarked
class ServerAddressTest {
    /** Who asks, how the connection is encrypted, how long one waits, and which of several servers it is. */
    private static final Set<String> ACCEPTED = Set.of(
            "user",
            "ApplicationName",
            "ssl",
            "sslmode",
            "sslrootcert",
            "sslcert",
            "sslkey",
            "gssEncMode",
            "channelBinding",
            "connectTimeout",
            "loginTimeout",
            "socketTimeout",
            "tcpKeepAlive",
            "targetServerType",
            "loadBalanceHosts",
            "hostRecheckSeconds");

    private static final String ADDRESS = "jdbc:postgresql://host:5432/base";

    private static void isRefused(String url) {
        Refusal refusal = catchThrowableOfType(Refusal.class, () -> new ServerAddress(url));
        assertThat(refusal).as(url).isNotNull();
        assertThat(refusal.code()).as(url).isEqualTo(ErrorCode.SOURCE_UNREADABLE);
    }

    @Test
    void eachOptionOfTheDriverIsAcceptedOrRefused() {
        List<String> known =
                Arrays.stream(PGProperty.values()).map(PGProperty::getName).toList();
        assertThat(known).hasSizeGreaterThan(60).containsAll(ACCEPTED);
        for (String option : known) {
            for (String url : List.of("?" + option + "=x", "?user=ada&" + option + "=x", "?" + option)) {
                if (ACCEPTED.contains(option)) {
                    assertThatCode(() -> new ServerAddress(ADDRESS + url))
                            .as(url)
                            .doesNotThrowAnyException();
                } else {
                    isRefused(ADDRESS + url);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://host/base?password=secret",
                "jdbc:postgresql://host/base?user=ada&PassWord=secret",
                "jdbc:postgresql://ada:secret@host/base",
                "jdbc:postgresql://ada@host/base",
                "jdbc:postgresql://host/base?User=ada",
                "jdbc:postgresql://host/base?",
                "jdbc:postgresql://host/base?user=ada&",
                "jdbc:mysql://host/base",
                "postgresql://host/base",
                " jdbc:postgresql://host/base"
            })
    void otherAddressesAreRefused(String url) {
        isRefused(url);
    }
}
