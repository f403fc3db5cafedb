package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.TpchTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * What becomes of each query of TPC-H as it stands in the benchmark, with customers or suppliers as the people. The
 * table is that of {@code docs/reference/tpch.md}; with {@code -Dtacit.scripts=write} it is written there, to be read
 * before it is committed.
 */
@NullUnmarked
class TpchOutcomesTest {
    private static final Path PAGE = Path.of("..", "docs", "reference", "tpch.md");
    private static final String HEAD = "| query | customers | suppliers |";

    private static final Catalog CUSTOMERS = TpchTables.catalog(Map.of(
            "customer", new Protection.UnitColumn("c_custkey"),
            "orders", new Protection.UnitColumn("o_custkey"),
            "lineitem", new Protection.ForeignKey("l_orderkey", "orders", "o_orderkey")));

    private static final Catalog SUPPLIERS = TpchTables.catalog(Map.of(
            "supplier", new Protection.UnitColumn("s_suppkey"),
            "partsupp", new Protection.UnitColumn("ps_suppkey"),
            "lineitem", new Protection.UnitColumn("l_suppkey")));

    @Test
    void theTableIsThatOfTheDocumentation() throws IOException {
        List<String> table = table();
        String page = Files.readString(PAGE);
        String before = page.substring(0, page.indexOf(HEAD));
        if ("write".equals(System.getProperty("tacit.scripts"))) {
            Files.writeString(PAGE, before + String.join("\n", table) + "\n");
        }
        assertThat(page).isEqualTo(before + String.join("\n", table) + "\n");
    }

    private static List<String> table() throws IOException {
        List<String> lines = new ArrayList<>(List.of(HEAD, "|---:|---|---|"));
        for (int number = 1; number <= 22; number++) {
            String text = TpchTables.query(number);
            lines.add("| " + number + " | " + outcome(CUSTOMERS, text) + " | " + outcome(SUPPLIERS, text) + " |");
        }
        return lines;
    }

    private static String outcome(Catalog catalog, String text) {
        try {
            int releases = new PrepareQuery(catalog, Defaults.STANDARD)
                    .prepare(text)
                    .releases()
                    .size();
            return releases == 0
                    ? "answered exactly: it reads public tables only"
                    : releases == 1 ? "one release" : releases + " releases";
        } catch (Refusal refusal) {
            String instead = refusal.advice().contains("release") ? " " + refusal.advice() : "";
            return "refused, " + refusal.code().code() + ": " + refusal.rule() + instead;
        }
    }
}
