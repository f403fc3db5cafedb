package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Everything that may be wrong or dangerous, each with its place. */
class FindingsTest {
    private static final String DEFAULTS_AND_LIMITS =
            "defaults: {epsilon: 0.5, delta: 1e-8}\nlimits: {epsilon: 1, delta: 1e-6, max_groups: 10, min_people: 5}\n";

    @TempDir
    Path folder;

    private Shop shop;

    @BeforeEach
    void makeFiles() throws IOException, SQLException {
        shop = Shop.in(folder);
    }

    /**
     * A change to the good policy and what is found then.
     *
     * @param old what stands in the good policy
     * @param now what replaces it
     * @param expected how one line of the findings begins
     */
    private record Change(String old, String now, String expected) {
        @Override
        public String toString() {
            return expected;
        }
    }

    private static Change change(String old, String now, String expected) {
        return new Change(old, now, expected);
    }

    private static Stream<Change> keys() {
        return Stream.of(
                change("dataset: shop", "datset: shop", "1:1: datset: There is no such key. Did you mean dataset?"),
                change("dataset: shop\n", "", "1:1: The key dataset is missing."),
                change(
                        "dataset: shop",
                        "dataset: a/b",
                        "1:10: dataset: This must be a name of letters, digits and _ . - @."),
                change("dataset: shop", "dataset:", "1:9: dataset: There is no value. Write a name"),
                change("dataset: shop", "dataset: shop\ndataset: two", "2:1: The key dataset stands here twice."),
                change(
                        "    person: id\n",
                        "    persn: id\n",
                        "5:5: tables.customer.persn: There is no such key. Did you mean person?"),
                change(
                        "version:",
                        "zzzzzz:",
                        "35:1: zzzzzz: There is no such key. The keys here are: dataset, sources,"),
                change(
                        "  customer:\n",
                        "  Orders: {duckdb: shop.duckdb, person: id}\n  customer:\n",
                        "11:3: tables.orders: This name stands here twice, in another case."),
                change("  countries:", "  \"a\\\"b\":", "15:3: tables.a\"b: This cannot be a table's name."),
                change("  ada:", "  a/b:", "22:3: analysts.a/b: This cannot be an analyst's name."),
                change(
                        "epsilon: 0.5",
                        "epsilon: much",
                        "19:21: defaults.epsilon: This must be a number of at least 1e-12 and at most 20."),
                change(
                        "epsilon: 0.5",
                        "epsilon: 0",
                        "19:21: defaults.epsilon: This must be a number of at least 1e-12 and at most 20."),
                change(
                        "epsilon: 0.5",
                        "epsilon: 1e20",
                        "19:21: defaults.epsilon: This must be a number of at least 1e-12 and at most 20."),
                change("epsilon: 0.5", "epsilon: NaN", "19:21: defaults.epsilon: This must be a number"),
                change("epsilon: 0.5", "epsilon: \"0.5\"", "19:21: defaults.epsilon: This must be a number"),
                change("epsilon: 0.5", "epsilon: 1e999999999", "19:21: defaults.epsilon: This must be a number"),
                change(
                        "delta: 1e-8",
                        "delta: 1",
                        "19:33: defaults.delta: This must be a number more than 0 and less than 1."),
                change(
                        "max_groups: 10",
                        "max_groups: 2.5",
                        "20:47: limits.max_groups: This must be a whole number of at least 1"),
                change(
                        "max_groups: 10",
                        "max_groups: 0",
                        "20:47: limits.max_groups: This must be a whole number of at least 1"),
                change(
                        "delta: 1e-8}",
                        "delta: 1e-8, noise: none}",
                        "19:46: defaults.noise: This must be one of auto, laplace, gaussian."),
                change("public: true", "public: yes", "17:13: tables.countries.public: This must be true or false."),
                change(
                        "[0, 120]",
                        "[0, 60, 120]",
                        "9:21: tables.customer.columns.age.bounds: This list must have exactly 2 values."),
                change(
                        "[0, 120]",
                        "120",
                        "9:21: tables.customer.columns.age.bounds: This must be a list such as [0, 100]."),
                change(
                        "id: INTEGER",
                        "id: [a]",
                        "7:11: tables.customer.columns.id: This must be a type such as INTEGER"),
                change(
                        "refresh: yearly",
                        "refresh: hourly",
                        "29:14: accounts.students.refresh: This must be one of daily, weekly,"),
                change(
                        "stop_after_failures: 10",
                        "stop_after_failures: 0",
                        "31:26: accounts.students.stop_after_failures: This must be"),
                change(
                        "members: [role:student]",
                        "members: []",
                        "26:14: accounts.students.members: This list must have at least 1 values."),
                change(
                        "version: \"2026-11\"",
                        "version: {schedule: yearly}",
                        "35:21: version.schedule: This must be one of daily, weekly, monthly."),
                change(
                        "version: \"2026-11\"",
                        "store: {window: soon}",
                        "35:17: store.window: This must be a time such as 30m, 1h or 7d."));
    }

    private static Stream<Change> yaml() {
        return Stream.of(
                change("[0, 120]", "[0, 120", "9:28: This is no YAML:"),
                change("dataset: shop", "dataset: &x shop", "1:10: Anchors and aliases (& and *) are not accepted."),
                change("dataset: shop", "dataset: *x", "1:10: Anchors and aliases (& and *) are not accepted."),
                change("dataset: shop", "dataset: !!str shop", "1:10: Tags such as !!str are not accepted."),
                change(
                        "audit_log: audit.jsonl\n",
                        "audit_log: audit.jsonl\n---\na: b\n",
                        "38:1: A policy is one document."),
                change(
                        "dataset: shop",
                        "dataset: " + "[".repeat(30) + "]".repeat(30),
                        "1:30: The keys are nested too deeply."),
                change(Shop.GOOD, "", "1:1: The file is empty."),
                change(Shop.GOOD, "# nothing\n", "1:1: The file is empty."),
                change(Shop.GOOD, "- a\n", "1:1: A policy has keys, such as dataset: shop."),
                change(Shop.GOOD, "just text", "1:1: A policy has keys, such as dataset: shop."),
                change(Shop.GOOD, "? [a]\n: b\n", "1:3: A key must be a name."),
                change("dataset: shop", "dataset: \"\0\"", "1:1: The file holds characters that YAML does not allow."));
    }

    private static Stream<Change> tables() {
        return Stream.of(
                change(
                        "    person: id\n",
                        "    person: idd\n",
                        "5:5: tables.customer.person: customer has no column idd. Did you mean id?"),
                change(
                        "    person: id\n",
                        "    person: [id, id]\n",
                        "5:5: tables.customer.person: A column is named twice"),
                change(
                        "{values: [DE, FR, NO]}",
                        "{nullable: false}",
                        "8:17: tables.customer.columns.country.nullable: The database does not enforce"),
                change(
                        "    person: id\n",
                        "",
                        "5:5: tables.customer: Whose rows does the table customer hold? Write person:"),
                change(
                        "public: true",
                        "public: true\n    person: code",
                        "18:5: tables.countries.person: A public table holds nobody's rows"),
                change(
                        "country: {values",
                        "land: {values",
                        "8:7: tables.customer.columns.land: The file has no such column."),
                change(
                        "country: {values",
                        "contry: {values",
                        "8:7: tables.customer.columns.contry: The file has no such column. Did you mean country?"),
                change(
                        "[0, 120]",
                        "[120, 0]",
                        "9:21: tables.customer.columns.age.bounds: The lower bound of column age is above"),
                change(
                        "[0, 120]",
                        "[0, old]",
                        "9:21: tables.customer.columns.age.bounds: What is declared for column age, old, is no value"
                                + " of type INTEGER."),
                change(
                        "{values: [DE, FR, NO]}",
                        "{bounds: [0, 1]}",
                        "8:25: tables.customer.columns.country.bounds: Column country is of type VARCHAR, which has no"
                                + " bounds."),
                change(
                        "{values: [DE, FR, NO]}",
                        "{values: [DE, DE]}",
                        "8:25: tables.customer.columns.country.values: The domain of column country has the value DE"
                                + " twice."),
                change(
                        "age: {bounds: [0, 120]}",
                        "age: {values: [1, x]}",
                        "9:21: tables.customer.columns.age.values: What is declared for column age, x, is no value of"
                                + " type INTEGER."),
                change("id: INTEGER", "id: NUMBR", "7:11: tables.customer.columns.id: There is no column type NUMBR."),
                change(
                        "{hidden: true}",
                        "{hidden: true, roles: [staff]}",
                        "13:26: tables.orders.columns.id.roles: A hidden column is for no role."),
                change(
                        "to: customer.id",
                        "to: nobody.id",
                        "11:40: tables.orders.person.to: There is no table of this policy in nobody.id."),
                change(
                        "to: customer.id",
                        "to: customer.ib",
                        "11:36: tables.orders.person.to: customer has no column ib. Did you mean id?"),
                change(
                        "through: customer_id",
                        "through: custmer_id",
                        "11:5: tables.orders.person: orders has no column custmer_id. Did you mean customer_id?"),
                change(
                        "to: customer.id",
                        "to: countries.code",
                        "11:36: tables.orders.person.to: countries is public, so it leads to nobody."),
                change(
                        "to: customer.id",
                        "to: orders.id",
                        "11:36: tables.orders.person.to: The tables lead to each other in a circle."),
                change(
                        "to: customer.id",
                        "to: customer.age",
                        "11:36: tables.orders.person.to: Nothing enforces that customer.age holds no value twice"),
                change(
                        "  countries:\n",
                        """
                          loose: {person: {through: k, to: items.order_id}}
                          items: {person: {through: order_id, to: orders.id}}
                          countries:
                        """,
                        "15:32: tables.loose.person.to: Nothing enforces that items.order_id holds no value twice"),
                change(
                        "    file: countries.csv\n",
                        "    duckdb: shop.duckdb\n    table: main.customer\n",
                        "18:5: tables.countries.public: The same rows are people's rows in the table customer."),
                change(
                        "    file: countries.csv\n",
                        "    file: contries.csv\n",
                        "16:5: tables.countries.file: There is no file"),
                change(
                        "    file: countries.csv\n",
                        "    file: shop.duckdb\n",
                        "16:5: tables.countries.file: This is a DuckDB file."),
                change(
                        "    file: countries.csv\n",
                        "    file: countries.csv\n    table: x\n",
                        "17:5: tables.countries.table: A table lies in a file or in a database."),
                change(
                        "    file: countries.csv\n",
                        "    table: contries\n",
                        "16:5: tables.countries.table: The database shop.duckdb has no table contries."),
                change(
                        "sources: {duckdb: shop.duckdb}\n",
                        "",
                        "4:5: tables.customer: Where do the rows of customer lie?"),
                change(
                        "{duckdb: shop.duckdb}",
                        "{duckdb: countries.csv}",
                        "5:5: tables.customer: This is no DuckDB file."),
                change(
                        "{duckdb: shop.duckdb}",
                        "{postgres: x}",
                        "2:21: sources.postgres: This must be an address such as"
                                + " jdbc:postgresql://HOST:PORT/DATABASE?user=NAME."),
                change(
                        "    file: countries.csv\n",
                        "    spark: x\n",
                        "16:12: tables.countries.spark: This must be an address such as sc://HOST:PORT."),
                change(
                        "    file: countries.csv\n",
                        "    file: visits.csv\n    format: json\n    delimiter: \";\"\n",
                        "18:5: tables.countries.delimiter: This has no effect here."),
                change(
                        "    person: id\n",
                        "    person: id\n    delimiter: \";\"\n",
                        "6:5: tables.customer.delimiter: This has no effect here."),
                change(
                        "    columns: {code: VARCHAR, name: VARCHAR}\n",
                        "",
                        "16:5: tables.countries: The columns of a text file need types."),
                change(
                        "{code: VARCHAR, name: VARCHAR}",
                        "{code: {}, name: VARCHAR}",
                        "18:21: tables.countries.columns.code: A column of a text file needs a type."),
                change(
                        "  countries:\n",
                        "  released_x: {table: loose, person: owner}\n  countries:\n",
                        "15:15: tables.released_x: The name released_x is kept"),
                change(
                        "  countries:\n",
                        "  loose: {person: owner, columns: {owner: VARCHAR}}\n  countries:\n",
                        "15:11: tables.loose.person: The person's columns have other types here (VARCHAR) than in the"
                                + " tables above (INTEGER)."),
                change(
                        "    person: id\n",
                        "    person: id\n    roles: [staff]\n",
                        "12:36: tables.orders.person.to: Some may read orders but not customer"),
                change(
                        "    file: countries.csv\n",
                        "    file: countries.csv\n    roles: [boss]\n",
                        "17:5: tables.countries.roles: No analyst has the role boss."));
    }

    private static Stream<Change> settings() {
        return Stream.of(
                change("epsilon: 0.5", "epsilon: 2", "19:21: defaults.epsilon: The default is above the limit of 1"),
                change(
                        "delta: 1e-8",
                        "delta: 1e-5",
                        "19:33: defaults.delta: The default is above the limit of 0.000001"),
                change(
                        "delta: 1e-8}",
                        "delta: 1e-8, max_groups: 11}",
                        "19:51: defaults.max_groups: The default is above the limit of 10"),
                change(
                        "delta: 1e-8}",
                        "delta: 1e-8, min_people: 4}",
                        "19:39: defaults.min_people: The default is below the limit of 5."),
                change(
                        "{epsilon: 5, delta: 1e-6}",
                        "{epsilon: 5, rho: 1, delta: 1e-6}",
                        "28:13: accounts.students.budget: A budget has either epsilon or rho."),
                change(
                        "{epsilon: 5, delta: 1e-6}",
                        "{delta: 1e-6}",
                        "28:13: accounts.students.budget: A budget has either epsilon or rho."),
                change(
                        "{epsilon: 5, delta: 1e-6}",
                        "{epsilon: -5, delta: 1e-6}",
                        "28:23: accounts.students.budget.epsilon: This must be a number more than 0"),
                change(
                        "{epsilon: 5, delta: 1e-6}",
                        "{epsilon: 5}",
                        "28:13: accounts.students.budget: The key delta is missing."),
                change(
                        "{epsilon: 2, delta: 1e-7}",
                        "{epsilon: 6, delta: 1e-7}",
                        "30:5: accounts.students.per_query: One query may cost more than the whole budget."),
                change(
                        "{epsilon: 2, delta: 1e-7}",
                        "{epsilon: 2, delta: 1e-5}",
                        "30:5: accounts.students.per_query: One query may cost more than the whole budget."),
                change(
                        "[role:student]",
                        "[role:studnt]",
                        "26:15: accounts.students.members: No analyst has the role studnt. Did you mean role:student?"),
                change(
                        "[role:student]",
                        "[role:student, eve]",
                        "26:29: accounts.students.members: There is no analyst eve."),
                change("[role:student]", "[ada]", "23:3: analysts.bob: bob has no account and could ask nothing."),
                change(
                        "total:\n",
                        "  staff: {members: [bob], budget: {epsilon: 1, delta: 1e-6}}\ntotal:\n",
                        "23:3: analysts.bob: bob is in several accounts: students, staff."),
                change("  students:\n", "  total:\n", "25:3: accounts.total: The name total is kept"),
                change(
                        "ledger: /srv/shop/ledger.sqlite",
                        "ledger: {postgres: \"jdbc:postgresql://h/d?password=x\", user: u, password_variable: P}",
                        "36:20: ledger.postgres: A password must not stand in a policy."),
                change(
                        "ledger: /srv/shop/ledger.sqlite",
                        "ledger: {postgres: \"mysql://h\", user: u, password_variable: P}",
                        "36:20: ledger.postgres: This must be jdbc:postgresql://HOST/DATABASE."),
                change(
                        "ledger: /srv/shop/ledger.sqlite",
                        "store: {window: 1h}",
                        "36:1: store.window: A window is for data without a version"));
    }

    private static Stream<Change> warnings() {
        return Stream.of(
                change(
                        "    columns:\n      id: {hidden: true}\n      total: {bounds: [0, 1000]}\n",
                        "",
                        "11:5: warning: tables.orders: Analysts may name all columns of orders"),
                change(
                        "total: {bounds: [0, 1000]}",
                        "total: DECIMAL(12,2)",
                        "11:5: warning: tables.orders: No column of orders has bounds"),
                change(
                        "  countries:\n",
                        "  loose: {person: owner}\n  countries:\n",
                        "15:11: warning: tables.loose.person: Rows of loose without owner are left out"),
                change(
                        "  countries:\n",
                        """
                          seen: {file: visits.jsonl, person: visitor, columns: {spent: INTEGER}}
                          visits: {file: visits.csv, public: true, columns: {visitor: VARCHAR}}
                          countries:
                        """,
                        "16:30: warning: tables.visits.public: This public table has a column visitor, which names a"
                                + " person elsewhere."),
                change(
                        "{epsilon: 5, delta: 1e-6}",
                        "{epsilon: 50, delta: 1e-6}",
                        "28:5: warning: accounts.students.budget: All together may spend an epsilon of 50"),
                change(
                        "{rho: 0.2, delta: 1e-6}",
                        "{rho: 2, delta: 1e-6}",
                        "33:3: warning: total.budget: All together may spend about an epsilon of 12.5 (at a delta of"
                                + " 1e-6)"),
                change(
                        "{rho: 0.2, delta: 1e-6}",
                        "{rho: 0.2, delta: 1e-3}",
                        "33:3: warning: total.budget: A delta of 0.001 is the chance that the promise fails"),
                change(
                        "refresh: yearly",
                        "refresh: weekly",
                        "29:5: warning: accounts.students.refresh: A budget that begins anew weekly adds up to an"
                                + " epsilon of 265 a year."),
                change(
                        "stop_after_failures: 10\n",
                        "stop_after_failures: 101\n",
                        "31:5: warning: accounts.students.stop_after_failures: Whether the engine fails may tell one bit"
                                + " about a person, and each analyst may see it fail 101 times."),
                change(
                        "total:\n  budget: {rho: 0.2, delta: 1e-6}\n  stop_after_failures: 20\n",
                        "",
                        "24:1: warning: accounts: There are 2 accounts and no total"),
                change("version: \"2026-11\"\n", "", "1:1: warning: version: No answer is kept"),
                change(
                        DEFAULTS_AND_LIMITS,
                        "defaults: {delta: 1e-3}\n",
                        "19:12: warning: defaults.delta: With this chance a group of a single person appears"),
                change(
                        DEFAULTS_AND_LIMITS,
                        "defaults: {max_groups: 500}\n",
                        "19:12: warning: defaults.max_groups: Noise grows with the number of groups"),
                change(
                        "{epsilon: 2, delta: 1e-7}",
                        "{epsilon: 0.1, delta: 1e-7}",
                        "25:3: warning: accounts.students: A query that sets no epsilon costs 0.5, more than"),
                change(
                        "/srv/shop/ledger.sqlite",
                        "/tmp/ledger.sqlite",
                        "36:1: warning: ledger: The ledger is in a temporary folder, which is emptied now and then"));
    }

    @Test
    void theGoodPolicyHasNothingToWarnOf() throws IOException {
        assertThat(shop.check(Shop.GOOD).findings()).extracting(Finding::text).isEmpty();
    }

    /** Where nothing is said each analyst is stopped after three failures: there is nothing to warn of. */
    @Test
    void whoSaysNothingOfFailuresIsNotWarned() throws IOException {
        String none = Shop.GOOD.replaceAll("\n *stop_after_failures: [0-9]+", "");
        assertThat(none).doesNotContain("failures");
        assertThat(shop.check(none).findings()).extracting(Finding::text).isEmpty();
    }

    @Test
    void allIsFoundAtOnce() throws IOException {
        String wrong = Shop.GOOD
                .replace("person: id", "person: idd")
                .replace("[0, 120]", "[9, 1]")
                .replace("epsilon: 0.5", "epsilon: 0")
                .replace("refresh: yearly", "refresh: never")
                .replace("audit_log", "auditlog");
        assertThat(shop.check(wrong).errors())
                .extracting(Finding::path)
                .containsExactly(
                        "tables.customer.person",
                        "tables.customer.columns.age.bounds",
                        "defaults.epsilon",
                        "accounts.students.refresh",
                        "auditlog");
    }

    @Test
    void peoplesRowsAreNotPublicThroughALink() throws IOException {
        Files.createSymbolicLink(folder.resolve("link.duckdb"), folder.resolve("shop.duckdb"));
        String policy = Shop.GOOD
                .replace("    file: countries.csv\n", "    duckdb: link.duckdb\n    table: customer\n")
                .replace("{code: VARCHAR, name: VARCHAR}", "{age: INTEGER}");
        assertThat(shop.check(policy).errors())
                .extracting(Finding::rule)
                .containsExactly("The same rows are people's rows in the table customer.");
    }

    @Test
    void aLedgerThatEverybodyReadsIsWarnedOf() throws IOException {
        Path ledger = Files.writeString(folder.resolve("open.sqlite"), "");
        String policy = Shop.GOOD.replace("/srv/shop/ledger.sqlite", "open.sqlite");
        Files.setPosixFilePermissions(ledger, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(shop.check(policy).findings())
                .extracting(Finding::rule)
                .anyMatch(rule -> rule.startsWith("Everybody on this machine may read the ledger"));
        Files.setPosixFilePermissions(ledger, PosixFilePermissions.fromString("rw-------"));
        assertThat(shop.check(policy).findings())
                .extracting(Finding::rule)
                .noneMatch(rule -> rule.startsWith("Everybody on this machine may read the ledger"));
    }

    @ParameterizedTest
    @MethodSource({"keys", "yaml", "tables", "settings", "warnings"})
    void isFoundWhereItStands(Change change) throws IOException {
        assertThat(Shop.GOOD).contains(change.old());
        List<Finding> findings =
                shop.check(Shop.GOOD.replace(change.old(), change.now())).findings();
        assertThat(findings)
                .extracting(Finding::text)
                .anySatisfy(text -> assertThat(text).startsWith(change.expected()));
    }
}
