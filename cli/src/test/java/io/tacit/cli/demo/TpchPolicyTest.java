package io.tacit.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.cli.text.Progress;
import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.policy.CountRepeats;
import io.tacit.engine.policy.DraftPolicy;
import io.tacit.engine.policy.Finding;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.policy.PolicyFile;
import io.tacit.engine.session.TacitSession;
import io.tacit.experiments.tpch.TpchDatabase;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example policy over the demonstration's data. */
class TpchPolicyTest {
    private static final Path EXAMPLE = Path.of("../docs/reference/tpch.tacit.yaml");
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(512, 1, message -> {});
    private static final DataEngine ENGINE = new DuckDbEngine(SETTINGS);

    @TempDir
    Path folder;

    private Path database() {
        return TpchDatabase.generated(folder, 0.001, Progress.on(new PrintWriter(new StringWriter())));
    }

    @Test
    void answersQueriesWithinIt() throws IOException {
        String name = String.valueOf(database().getFileName());
        Path file = folder.resolve("tacit.yaml");
        Files.writeString(file, Files.readString(EXAMPLE).replace("duckdb: tpch.duckdb", "duckdb: " + name));
        PolicyFile.Checked checked = PolicyFile.check(file, ENGINE);
        assertThat(checked.errors()).extracting(Finding::text).isEmpty();
        assertThat(CountRepeats.count(checked.tables(), ENGINE))
                .containsExactly(
                        new CountRepeats.Key("orders", "o_orderkey", true, 0),
                        new CountRepeats.Key("customer", "c_custkey", false, 0),
                        new CountRepeats.Key("nation", "n_nationkey", false, 0),
                        new CountRepeats.Key("region", "r_regionkey", false, 0));
        Policy policy = checked.policy().orElseThrow();
        try (TacitSession session =
                TacitSession.open(policy.tablesOf("ada"), policy.defaults(), policy.ceiling(), SETTINGS)) {
            // 150 customers and 1500 orders: the hidden columns say whose each row is.
            assertThat(session.query("SELECT COUNT(*) AS n FROM customer").rows())
                    .hasSize(1);
            assertThat(session.query("SELECT SUM(l_quantity) AS q FROM lineitem")
                            .releases()
                            .get(0)
                            .people()
                            .toString())
                    .contains("o_custkey");
            assertThatThrownBy(() -> session.query("SELECT COUNT(DISTINCT o_custkey) FROM orders"))
                    .hasMessageContaining("TCT-S03");
            assertThatThrownBy(() -> session.query("SELECT MAX(s_acctbal) FROM supplier"))
                    .hasMessageContaining("TCT-S02");
            assertThatThrownBy(() -> session.query(
                            "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 2) COUNT(*) FROM customer"))
                    .hasMessageContaining("TCT-P01")
                    .hasMessageContaining("at most 1");
        }
    }

    @Test
    void theDraftFindsItsCustomers() {
        String draft = DraftPolicy.of(List.of(database()), folder.resolve("tacit.yaml"), ENGINE);
        assertThat(draft).contains("    person: c_custkey\n").contains("    person: o_custkey\n");
        assertThat(draft).contains("  lineitem:").contains("# DECIDE: whose rows are these?");
    }
}
