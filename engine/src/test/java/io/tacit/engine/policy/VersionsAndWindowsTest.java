package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.ledger.RefreshWindow;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Answers are kept for a version of the data or for a time, never by both rules: each way to say the one beside each of the
 * other.
 */
@NullUnmarked
class VersionsAndWindowsTest {
    private static final Map<String, DataVersion> VERSIONS = Map.of(
            "",
            new DataVersion.Unstated(),
            "version: one\n",
            new DataVersion.Stated("one"),
            "version: \"2026-11\"\n",
            new DataVersion.Stated("2026-11"),
            "version: {schedule: daily}\n",
            new DataVersion.Scheduled(RefreshWindow.DAILY),
            "version: {schedule: weekly}\n",
            new DataVersion.Scheduled(RefreshWindow.WEEKLY),
            "version: {schedule: monthly}\n",
            new DataVersion.Scheduled(RefreshWindow.MONTHLY));

    private static final Map<String, Duration> WINDOWS = Map.of(
            "90s",
            Duration.ofSeconds(90),
            "30m",
            Duration.ofMinutes(30),
            "1h",
            Duration.ofHours(1),
            "7d",
            Duration.ofDays(7),
            "31d",
            Duration.ofDays(31),
            "48h",
            Duration.ofHours(48));

    @TempDir
    private Path folder;

    @Test
    void aWindowIsForDataWithoutAVersion() throws IOException {
        TextShop shop = TextShop.in(folder);
        for (Map.Entry<String, DataVersion> version : VERSIONS.entrySet()) {
            PolicyFile.Checked alone = shop.check(policy(version.getKey()));
            assertThat(alone.errors()).isEmpty();
            assertThat(alone.policy().orElseThrow().version()).isEqualTo(version.getValue());
            assertThat(alone.policy().orElseThrow().store()).isEqualTo(StoreRules.BY_VERSION);
            WINDOWS.forEach((written, window) -> {
                for (boolean before : new boolean[] {true, false}) {
                    String store = "store: {window: " + written + "}\n";
                    String text = policy(before ? store + version.getKey() : version.getKey() + store);
                    PolicyFile.Checked checked = check(shop, text);
                    boolean versioned = !version.getKey().isEmpty();
                    assertThat(checked.errors())
                            .extracting(Finding::path)
                            .as(text)
                            .isEqualTo(versioned ? List.of("store.window") : List.of());
                    assertThat(checked.policy().map(Policy::store))
                            .isEqualTo(versioned ? Optional.empty() : Optional.of(new StoreRules(Optional.of(window))));
                }
            });
        }
    }

    private static PolicyFile.Checked check(TextShop shop, String text) {
        try {
            return shop.check(text);
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    private static String policy(String rest) {
        return "dataset: shop\ntables: {t: {file: t.csv, person: a, columns: {a: INTEGER}}}\n" + rest
                + "analysts: {ada: []}\naccounts: {all: {members: [ada], budget: {epsilon: 1, delta: 1e-6}}}\n";
    }
}
