package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of a server's options before any server is reached. */
class ServerOptionsTest {
    private static final String SERVER = "jdbc:postgresql://localhost:1/shop?user=reader";

    private static Run query(String... options) {
        String[] all = new String[options.length + 2];
        all[0] = "query";
        System.arraycopy(options, 0, all, 1, options.length);
        all[all.length - 1] = "SELECT COUNT(*) FROM orders";
        return Run.of(all);
    }

    private static void refused(String words, String... options) {
        Run run = query(options);
        assertThat(run.code()).isNotZero();
        assertThat(run.err()).contains(words).doesNotContain("hush", "Exception");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void eachRefusalSaysWhatToDo() {
        String person = "orders.customer_id";
        refused("cannot be reached", "--source", SERVER, "--privacy-unit", person);
        refused("PGPASSWORD", "--source", SERVER + "&password=hush", "--privacy-unit", person);
        refused("no address of PostgreSQL", "--source", "mysql://h/d", "--privacy-unit", person);
        refused("sc://HOST:PORT", "--source", "mysql://h/d", "--privacy-unit", person);
        refused("--privacy-unit orders.customer_id", "--source", SERVER);
        refused("NAME=TABLE", "--source", SERVER, "--table", "sales.orders", "--privacy-unit", person);
        refused("--budget is for files", "--source", SERVER, "--privacy-unit", person, "--budget", "3");
    }

    /** Whoever does not know yet what there is asks the server, and need not name a table. */
    @Test
    void theTablesOfAServerAreLookedUpThere() {
        Run run = Run.of("tables", "--source", SERVER);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("cannot be reached").doesNotContain("No table is given");
    }

    @Test
    void theTesterSaysWhatItNeedsOfAServer() {
        Run run = Run.of("audit", "--source", SERVER, "--layer", "L0,L1");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("layers L1 and L3 are tested");
        Run unreachable = Run.of("audit", "--source", SERVER, "--layer", "L1");
        assertThat(unreachable.code()).isEqualTo(1);
        assertThat(unreachable.err()).contains("cannot be reached").doesNotContain("Exception");
    }

    @Test
    void aTimeLimitIsSoManySeconds() {
        for (String wrong : List.of("0", "1.5", "soon", "604801")) {
            refused("--time-limit", "--source", SERVER, "--privacy-unit", "orders.id", "--time-limit", wrong);
        }
    }
}
