package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
        refused("--privacy-unit orders.customer_id", "--source", SERVER);
        refused("NAME=TABLE", "--source", SERVER, "--table", "sales.orders", "--privacy-unit", person);
        refused("--budget is for files", "--source", SERVER, "--privacy-unit", person, "--budget", "3");
    }

    @Test
    void theTesterReadsNoServer() {
        Run run = Run.of(
                "audit", "--source", SERVER, "--privacy-unit", "orders.id", "--query", "SELECT COUNT(*) FROM orders");
        assertThat(run.code()).isNotZero();
        assertThat(run.err()).contains("leave --source out");
    }
}
