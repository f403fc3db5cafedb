package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found of several accounts, several tables and several columns together: each of them alone, and all combinations. */
@NullUnmarked
class WarningsOfSeveralTest {
    private static final String TABLE =
            "  t: {file: t.csv, person: a, columns: {a: {type: INTEGER, hidden: true}, b: VARCHAR}}\n";
    private static final String ADA =
            "analysts: {ada: []}\naccounts: {all: {members: [ada], budget: {epsilon: 2, delta:"
                    + " 1e-6}, stop_after_failures: 3}}\n";

    @TempDir
    Path folder;

    private TextShop shop;

    @BeforeEach
    void makeFiles() throws IOException {
        shop = TextShop.in(folder);
    }

    private List<Finding> findings(String tables, String rest) throws IOException {
        return shop.check("dataset: shop\nversion: one\ntables:\n" + tables + rest)
                .findings();
    }

    private static List<String> rules(List<Finding> findings, String part) {
        return findings.stream()
                .map(Finding::rule)
                .filter(rule -> rule.contains(part))
                .toList();
    }

    /** An account that each member has anew counts once for each member, and for nobody who is no member. */
    @Test
    void accountsWithoutATotalAreCountedByWhoPays() throws IOException {
        Map<String, Integer> members = new TreeMap<>(Map.of("[ada]", 1, "[ada, 'role:r']", 3, "['role:r']", 2));
        for (Map.Entry<String, Integer> each : members.entrySet()) {
            for (boolean eachOfA : List.of(false, true)) {
                for (boolean eachOfB : List.of(false, true)) {
                    for (boolean total : List.of(false, true)) {
                        // Whoever is in no account of these is in the last.
                        List<String> rest = new ArrayList<>(List.of("eve"));
                        if (!each.getKey().contains("ada")) {
                            rest.add("ada");
                        }
                        if (!each.getKey().contains("role:r")) {
                            rest.add("bob");
                            rest.add("cyd");
                        }
                        String terms = ", budget: {epsilon: 2, delta: 1e-6}, stop_after_failures: 3, each: ";
                        List<Finding> found = findings(
                                TABLE,
                                "analysts: {ada: [], bob: [r], cyd: [r], eve: []}\naccounts:\n  A: {members: "
                                        + each.getKey() + terms + eachOfA + "}\n  B: {members: " + rest + terms
                                        + eachOfB + "}\n"
                                        + (total ? "total: {budget: {epsilon: 2, delta: 1e-6}}\n" : ""));
                        int payers = (eachOfA ? each.getValue() : 1) + (eachOfB ? rest.size() : 1);
                        assertThat(rules(found, "no total"))
                                .as("%s %s, %s %s", each, eachOfA, rest, eachOfB)
                                .isEqualTo(
                                        total
                                                ? List.of()
                                                : List.of("There are " + payers + " accounts and no total: people who"
                                                        + " put their answers together learn as much as the sum of all"
                                                        + " budgets allows."));
                    }
                }
            }
        }
    }

    /** Who may see the engine fail very often: each account, and the total, that says so. Silence means three times. */
    @Test
    void eachAccountThatAllowsManyFailuresIsNamed() throws IOException {
        for (int stops = 0; stops < 16; stops++) {
            StringBuilder accounts = new StringBuilder("analysts: {ada: [], bob: [], eve: []}\naccounts:\n");
            List<String> expected = new ArrayList<>();
            List<String> names = List.of("ada", "bob", "eve");
            for (int i = 0; i < names.size(); i++) {
                accounts.append("  of_")
                        .append(names.get(i))
                        .append(": {members: [")
                        .append(names.get(i));
                accounts.append("], budget: {epsilon: 2, delta: 1e-6}")
                        .append(stop(stops, i))
                        .append("}\n");
                if ((stops >> i & 1) == 1) {
                    expected.add("accounts.of_" + names.get(i) + ".stop_after_failures");
                }
            }
            accounts.append("total: {budget: {epsilon: 2, delta: 1e-6}")
                    .append(stop(stops, 3))
                    .append("}\n");
            if ((stops >> 3 & 1) == 1) {
                expected.add("total.stop_after_failures");
            }
            assertThat(findings(TABLE, accounts.toString()))
                    .extracting(Finding::path)
                    .filteredOn(path -> path.endsWith("failures"))
                    .as(accounts.toString())
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    private static String stop(int stops, int which) {
        return (stops >> which & 1) == 1 ? ", stop_after_failures: 5000" : "";
    }

    /** Who may read or write it besides the owner: what the group may is the owner's own matter. */
    @Test
    void aLedgerThatOthersMayReadOrWriteIsTold() throws IOException {
        Path ledger = Files.writeString(folder.resolve("open.sqlite"), "");
        List<PosixFilePermission> others = List.of(
                PosixFilePermission.OTHERS_READ,
                PosixFilePermission.OTHERS_WRITE,
                PosixFilePermission.OTHERS_EXECUTE,
                PosixFilePermission.GROUP_READ,
                PosixFilePermission.GROUP_WRITE);
        for (int chosen = 0; chosen < 1 << others.size(); chosen++) {
            Set<PosixFilePermission> all = EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
            for (int i = 0; i < others.size(); i++) {
                if ((chosen >> i & 1) == 1) {
                    all.add(others.get(i));
                }
            }
            Files.setPosixFilePermissions(ledger, all);
            assertThat(rules(findings(TABLE, ADA + "ledger: open.sqlite\n"), "Everybody on this machine"))
                    .as(all.toString())
                    .hasSize((chosen & 3) == 0 ? 0 : 1);
        }
    }

    /** A column that names a person in any other table, however it is written there, unless analysts do not see it. */
    @Test
    void aPublicTableWithAPersonsColumnIsTold() throws IOException {
        for (String person : List.of("a", "B", "[a, b]", "c")) {
            for (boolean hidden : List.of(false, true)) {
                for (boolean before : List.of(false, true)) {
                    String open = "  open: {file: u.csv, public: true, columns: {a: {type: INTEGER, hidden: " + hidden
                            + "}, b: INTEGER}}\n";
                    String owned = "  own: {file: t.csv, person: " + person + "}\n";
                    List<String> seen = new ArrayList<>();
                    if (person.contains("a") && !hidden) {
                        seen.add("a");
                    } else if (person.contains("b") || person.contains("B")) {
                        seen.add("b");
                    }
                    assertThat(rules(findings(before ? open + owned : owned + open, ADA), "This public table"))
                            .as("%s, hidden %s", person, hidden)
                            .isEqualTo(seen.stream()
                                    .map(name -> "This public table has a column " + name
                                            + ", which names a person elsewhere.")
                                    .toList());
                }
            }
        }
    }

    /** Rows without any one of the columns that name the person are nobody's. */
    @Test
    void everyColumnOfThePersonThatMayBeEmptyIsTold() throws IOException {
        for (List<String> person : List.of(List.of("a"), List.of("a", "b"), List.of("d", "b", "c"))) {
            assertThat(rules(findings("  t: {file: t.csv, person: " + person + "}\n", ADA), "Rows of t without"))
                    .containsExactly("Rows of t without " + String.join(" or ", person)
                            + " are left out of every answer, for nobody knows whose they are.");
        }
    }

    /** Each table is compared with the first of people, not with the one above it; and told so. */
    @Test
    void peopleAreOfTheTypesOfTheFirstTable() throws IOException {
        List<String> types = List.of("INTEGER", "BIGINT", "VARCHAR", "DATE");
        for (String one : types) {
            for (String two : types) {
                for (String three : types) {
                    List<String> written = List.of(one, two, three);
                    StringBuilder tables = new StringBuilder();
                    List<String> expected = new ArrayList<>();
                    for (int i = 0; i < 3; i++) {
                        String type = written.get(i);
                        tables.append("  t").append(i).append(": {file: t.csv, person: a, columns: {a: ");
                        tables.append(type).append("}}\n");
                        if (!family(type).equals(family(one))) {
                            expected.add("tables.t" + i + ".person: The person's columns have other types here (" + type
                                    + ") than in the tables above (" + one + ").");
                        }
                    }
                    assertThat(findings(tables.toString(), ADA))
                            .filteredOn(finding -> finding.rule().contains("other types"))
                            .extracting(finding -> finding.path() + ": " + finding.rule())
                            .as(written.toString())
                            .isEqualTo(expected);
                }
            }
        }
    }

    private static String family(String type) {
        return type.equals("INTEGER") ? "BIGINT" : type;
    }

    /** Columns for some roles only are the owner's choice; of the others each that seems to identify is told. */
    @Test
    void everyVisibleColumnThatSeemsToIdentifyIsTold() throws IOException {
        Files.writeString(folder.resolve("p.csv"), "id,email,phone,age\n1,2,3,4\n");
        List<String> kinds = List.of("VARCHAR", "{type: VARCHAR, hidden: true}", "{type: VARCHAR, roles: [r]}");
        for (String email : kinds) {
            for (String phone : kinds) {
                List<String> expected = new ArrayList<>();
                if (email.equals("VARCHAR")) {
                    expected.add("tables.p.columns.email");
                }
                if (phone.equals("VARCHAR")) {
                    expected.add("tables.p.columns.phone");
                }
                assertThat(findings(
                                "  p: {file: p.csv, person: id, columns: {id: {type: INTEGER, hidden: true}, email: "
                                        + email + ", phone: " + phone + ", age: {type: INTEGER, bounds: [0, 9]}}}\n",
                                ADA.replace("ada: []", "ada: [r]")))
                        .filteredOn(finding -> finding.rule().contains("seems to be"))
                        .extracting(Finding::path)
                        .as(email + " " + phone)
                        .isEqualTo(expected);
            }
        }
    }
}
