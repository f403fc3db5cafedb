package io.tacit.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.ledger.AuditLog;
import io.tacit.engine.ledger.Balance;
import io.tacit.engine.ledger.Budget;
import io.tacit.engine.ledger.Charge;
import io.tacit.engine.ledger.LedgerEntry;
import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.number.Rational;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** What an owner reads of the ledger and its log: each field of each kind of line under its name, no two alike. */
@NullUnmarked
class FactsOfBooksTest {
    private static final Instant AT = Instant.parse("2026-11-21T23:59:31.123Z");

    private static LedgerEntry entry(LedgerEntry.Kind kind, int number, String query) {
        return new LedgerEntry(
                number,
                AT,
                kind,
                "of-" + number,
                "2026-11",
                "who-" + number,
                query,
                "0.11",
                "2.2e-9",
                "0.033",
                "h" + number);
    }

    /** The second line of a CSV text, by the names of the first. */
    private static Map<String, String> fields(String csv) {
        List<String> lines = csv.lines().toList();
        assertThat(lines).hasSize(2);
        String[] names = lines.get(0).split(",", -1);
        String[] values = lines.get(1).split(",", -1);
        assertThat(values).hasSameSizeAs(names);
        Map<String, String> fields = new LinkedHashMap<>();
        for (int i = 0; i < names.length; i++) {
            fields.put(names[i], values[i]);
        }
        return fields;
    }

    /** What an analyst writes is text in the owner's spreadsheet, and what begins otherwise is as it was. */
    @Test
    void noCellOfOthersIsAFormula() {
        for (String start : List.of("=", "+", "-", "@", "\t=", "S", "(", "'", "0")) {
            AuditLog.Line line = new AuditLog.Line(
                    "id",
                    AT,
                    start + "ann",
                    "account",
                    start + "cmd|' /C calc'!A0",
                    AuditLog.Decision.REFUSED,
                    "TCT-S01",
                    start + "reason",
                    "0",
                    "0",
                    1,
                    start + "detail");
            for (String cell : fields(BookText.lines(List.of(line), true)).values()) {
                String inside = cell.replace("\"", "");
                assertThat(inside.isEmpty() ? ' ' : inside.charAt(0)).as(cell).isNotIn('=', '+', '-', '@', '\t');
            }
            if ("S('0".contains(start)) {
                assertThat(BookText.lines(List.of(line), true))
                        .contains(start + "cmd")
                        .doesNotContain("'" + start + "cmd");
            }
        }
    }

    @Test
    void anEntryHasEachFieldUnderItsName() {
        for (LedgerEntry.Kind kind : LedgerEntry.Kind.values()) {
            String word = kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
            for (String text : List.of("", "SELECT \n  1")) {
                List<LedgerEntry> entries = List.of(entry(kind, 7, "id-7"));
                Map<String, String> queries = text.isEmpty() ? Map.of() : Map.of("id-7", text, "id-8", "other");
                String said = text.isEmpty() ? "id-7" : "SELECT 1";
                Map<String, String> expected = new LinkedHashMap<>();
                expected.put("entry", "7");
                expected.put("at", AT.toString());
                expected.put("kind", word);
                expected.put("account", "of-7");
                expected.put("window", "2026-11");
                expected.put("who", "who-7");
                expected.put("epsilon", "0.11");
                expected.put("delta", "2.2e-9");
                expected.put("rho", "0.033");
                expected.put("query or reason", said);
                expected.put("id", "id-7");
                expected.put("hash", "h7");
                assertThat(fields(BookText.entries(entries, queries, true))).isEqualTo(expected);
                assertThat(cells(BookText.entries(entries, queries, false)))
                        .containsExactly(
                                List.of("entry", "at (UTC)", "kind", "account", "ε", "δ", "ρ", "query or reason"),
                                List.of("7", "2026-11-21 23:59", word, "of-7", "0.11", "2.2e-9", "0.033", said));
            }
        }
    }

    @Test
    void aLineOfTheLogHasEachFieldUnderItsName() {
        for (AuditLog.Decision decision : AuditLog.Decision.values()) {
            String word = decision.name().toLowerCase(Locale.ROOT).replace('_', ' ');
            for (String code : List.of("", "TCT-B01")) {
                List<AuditLog.Line> lines = List.of(new AuditLog.Line(
                        "id-3",
                        AT,
                        "ada",
                        "an-account",
                        " SELECT\n2",
                        decision,
                        code,
                        "a reason",
                        "0.4",
                        "5e-9",
                        66,
                        "a detail"));
                Map<String, String> expected = new LinkedHashMap<>();
                expected.put("at", AT.toString());
                expected.put("analyst", "ada");
                expected.put("decision", word);
                expected.put("code", code.isEmpty() ? "\"\"" : code);
                expected.put("epsilon", "0.4");
                expected.put("delta", "5e-9");
                expected.put("ms", "66");
                expected.put("query", "SELECT 2");
                expected.put("reason", "a reason");
                expected.put("engine", "a detail");
                expected.put("id", "id-3");
                assertThat(fields(BookText.lines(lines, true))).isEqualTo(expected);
                assertThat(cells(BookText.lines(lines, false)))
                        .containsExactly(
                                List.of("at (UTC)", "analyst", "decision", "ε", "δ", "query"),
                                List.of(
                                        "2026-11-21 23:59",
                                        "ada",
                                        code.isEmpty() ? word : word + " " + code,
                                        "0.4",
                                        "5e-9",
                                        "SELECT 2"));
            }
        }
    }

    @Test
    void anAccountHasEachFieldUnderItsName() {
        Balance balance = new Balance(
                "shop/ada",
                "2026-11",
                new Budget.Basic(new ApproximateDp(Rational.of(5), Rational.of(1, 1000))),
                new Charge(Rational.of(2), Rational.ZERO),
                Rational.ZERO,
                Rational.ZERO,
                31,
                4);
        assertThat(cells(BookText.balances(List.of(balance), false)))
                .containsExactly(
                        List.of("account", "window", "may spend", "left", "charges", "failures"),
                        List.of("shop/ada", "2026-11", "ε 5, δ 0.001", "ε 3, δ 0.001", "31", "4"));
        assertThat(BookText.balances(List.of(balance), true))
                .isEqualTo("account,window,may spend,left,charges,failures\r\n"
                        + "shop/ada,2026-11,\"ε 5, δ 0.001\",\"ε 3, δ 0.001\",31,4\r\n");
        assertThat(BudgetPage.of("shop", List.of(balance), List.of()))
                .contains("<td>shop/ada</td><td>2026-11</td><td>ε 5, δ 0.001</td><td>ε 3, δ 0.001</td>"
                        + "<td class=\"number\">31</td><td class=\"number\">4</td>");
    }

    /** Names and cells of a table, without the line between them. */
    private static List<List<String>> cells(String table) {
        List<List<String>> rows = new ArrayList<>();
        table.lines()
                .filter(line -> !line.startsWith("─"))
                .forEach(line -> rows.add(
                        List.of(line.split("│", -1)).stream().map(String::strip).toList()));
        return rows;
    }

    /** Only what queries were charged is spent: not what was granted, begun, begun anew, or failed. */
    @Test
    void onlyChargesAreDrawn() {
        List<LedgerEntry> entries = new ArrayList<>();
        for (LedgerEntry.Kind kind : LedgerEntry.Kind.values()) {
            entries.add(entry(kind, kind.ordinal(), "q" + kind));
            String page = BudgetPage.of("shop", List.of(), List.of(entry(kind, 5, "q")));
            assertThat(page.contains("<circle")).as("%s", kind).isEqualTo(kind == LedgerEntry.Kind.CHARGE);
        }
        String page = BudgetPage.of("shop", List.of(), entries);
        // One point for ε and one for ρ.
        assertThat(page.split("<circle", -1)).hasSize(3);
        assertThat(page).contains("2026-11-21: ε 0.11", "2026-11-21: ρ 0.033");
    }
}
