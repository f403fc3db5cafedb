package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.PersonLimit;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.Budget;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a good policy says. */
class PolicyFileTest {
    @TempDir
    Path folder;

    private Shop shop;

    @BeforeEach
    void makeFiles() throws IOException, SQLException {
        shop = Shop.in(folder);
    }

    @Test
    void readsTablesWithTheirPeople() throws IOException {
        Policy policy = shop.read(Shop.GOOD);
        assertThat(policy.dataset()).isEqualTo("shop");
        assertThat(policy.tables())
                .extracting(table -> table.table().name())
                .containsExactly("customer", "orders", "countries");
        assertThat(policy.tables().get(0).table().protection()).isEqualTo(new Protection.UnitColumn("id"));
        assertThat(policy.tables().get(1).table().protection())
                .isEqualTo(new Protection.ForeignKey("customer_id", "customer", "id"));
        assertThat(policy.tables().get(1).table().columns())
                .extracting(Column::name, Column::hidden)
                .containsExactly(tuple("id", true), tuple("customer_id", true), tuple("total", false));
        assertThat(policy.tables()
                        .get(0)
                        .table()
                        .column("country")
                        .orElseThrow()
                        .domain()
                        .orElseThrow()
                        .values())
                .containsExactly("DE", "FR", "NO");
        assertThat(policy.tables()
                        .get(1)
                        .table()
                        .column("total")
                        .orElseThrow()
                        .bounds()
                        .orElseThrow()
                        .high())
                .isEqualByComparingTo("1000");
    }

    @Test
    void readsWhatReleasesMay() throws IOException {
        Policy policy = shop.read(Shop.GOOD);
        assertThat(policy.defaults())
                .isEqualTo(new Defaults(
                        new BigDecimal("0.5"),
                        new BigDecimal("1e-8"),
                        Optional.of(PersonLimit.groups(5)),
                        0.95,
                        Optional.empty(),
                        Optional.empty(),
                        5,
                        true));
        assertThat(policy.ceiling())
                .isEqualTo(new QueryCeiling(
                        Optional.of(BigDecimal.ONE), Optional.of(new BigDecimal("1e-6")), OptionalLong.of(10), 5));
        assertThat(policy.version()).isEqualTo(new DataVersion.Stated("2026-11"));
        assertThat(policy.ledger()).isEqualTo(new LedgerPlace.Sqlite(Path.of("/srv/shop/ledger.sqlite")));
        assertThat(policy.auditLog()).contains(folder.resolve("audit.jsonl"));
    }

    @Test
    void everybodyPaysTheirAccountAndTheTotal() throws IOException {
        Policy policy = shop.read(Shop.GOOD);
        List<AccountTerms> terms = policy.accountsOf("ada");
        assertThat(terms).extracting(AccountTerms::name).containsExactly("shop/students/ada", "shop/total");
        assertThat(terms.get(0).budget()).isInstanceOf(Budget.Basic.class);
        assertThat(terms.get(0).mostFailures()).hasValue(10);
        assertThat(terms.get(1).budget()).isInstanceOf(Budget.Concentrated.class);
        assertThatThrownBy(() -> policy.accountsOf("eve"))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("TCT-B03");
        assertThatThrownBy(() -> policy.tablesOf("eve"))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("TCT-B03");
        Policy shared = shop.read(Shop.GOOD.replace("    each: true\n", ""));
        assertThat(shared.accountsOf("ada").get(0).name()).isEqualTo("shop/students");
    }

    /** Each limit holds for what an analyst asks for beside the query, too. */
    @Test
    void nobodyAsksForMoreThanTheLimits() throws IOException {
        Policy policy = shop.read(Shop.GOOD);
        Optional<BigDecimal> none = Optional.empty();
        policy.asking(
                Optional.of(BigDecimal.ONE), Optional.of(new BigDecimal("1e-6")), Optional.of(PersonLimit.groups(10)));
        for (ThrowingCallable tooMuch : List.<ThrowingCallable>of(
                () -> policy.asking(Optional.of(new BigDecimal("1.01")), none, Optional.empty()),
                () -> policy.asking(none, Optional.of(new BigDecimal("1.1e-6")), Optional.empty()),
                () -> policy.asking(none, none, Optional.of(PersonLimit.rows(11))),
                () -> policy.asking(none, none, Optional.of(PersonLimit.groups(11))))) {
            assertThatThrownBy(tooMuch).isInstanceOf(Refusal.class).hasMessageContaining("The owner lets");
        }
    }

    /** Nothing but what was asked for changes, whichever option is given: asking for the owner's own values gives the policy. */
    @Test
    void whatIsNotAskedForStaysAsTheOwnerSaysIt() throws IOException {
        String defaults = "defaults: {epsilon: 0.5, delta: 1e-8, max_groups: 4, confidence: 0.9, noise: laplace,"
                + " group_selection: truncated_geometric, min_people: 7, report_missing: false}";
        Policy policy = shop.read(Shop.GOOD.replace("defaults: {epsilon: 0.5, delta: 1e-8}", defaults));
        Defaults own = policy.defaults();
        assertThat(own.minPeople()).isEqualTo(7).isNotEqualTo(policy.ceiling().minPeople());
        Optional<BigDecimal> none = Optional.empty();
        for (Policy asking : List.of(
                policy.asking(none, none, Optional.empty()),
                policy.asking(Optional.of(BigDecimal.ONE), none, Optional.empty()),
                policy.asking(none, Optional.of(new BigDecimal("1e-7")), Optional.empty()),
                policy.asking(none, none, Optional.of(PersonLimit.groups(2))))) {
            assertThat(asking.asking(Optional.of(own.epsilon()), Optional.of(own.delta()), own.limit()))
                    .isEqualTo(policy);
        }
    }

    /** What the file promises of its own type it does not promise of another: a value that does not fit is NULL. */
    @Test
    void aColumnOfAnotherTypeMayBeNull() throws IOException {
        Map<String, Boolean> nullable = Map.of("INTEGER", false, "BIGINT", true, "VARCHAR", true, "DECIMAL(3,0)", true);
        for (Map.Entry<String, Boolean> type : nullable.entrySet()) {
            Table orders = shop.read(Shop.GOOD.replace("id: {hidden: true}", "id: \"" + type.getKey() + "\""))
                    .tables()
                    .get(1)
                    .table();
            assertThat(orders.column("id").orElseThrow().nullable())
                    .as(type.getKey())
                    .isEqualTo(type.getValue());
        }
    }

    @Test
    void rolesDecideWhatAnAnalystSees() throws IOException {
        Policy policy = shop.read(Shop.GOOD
                .replace("age: {bounds: [0, 120]}", "age: {bounds: [0, 120], roles: [staff]}")
                .replace("file: countries.csv", "file: countries.csv\n    roles: [staff]"));
        assertThat(policy.tablesOf("bob")).isEqualTo(policy.tables());
        List<SourceTable> ada = policy.tablesOf("ada");
        assertThat(ada).extracting(table -> table.table().name()).containsExactly("customer", "orders");
        assertThat(ada.get(0).table().visibleColumns()).extracting(Column::name).containsExactly("id", "country");
        assertThat(ada.get(0).table().columns()).hasSize(3);
    }

    @Test
    void textFilesNeedNoSchemaFileWhenThePolicyTypesTheirColumns() throws IOException {
        String tables = """
            dataset: visits
            tables:
              visits:
                file: visits.csv
                person: visitor
                columns: {day: DATE, spent: {type: "DECIMAL(6,2)", bounds: [0, 50], nullable: false}}
              more: {file: visits.jsonl, person: visitor, columns: {spent: INTEGER}}
            analysts: {ada: []}
            accounts: {all: {members: [ada], budget: {epsilon: 1, delta: 1e-6}}}
            store: {window: 90m}
            """;
        Policy policy = shop.read(tables);
        assertThat(policy.tables().get(0).table().columns())
                .extracting(
                        column -> column.name() + " " + column.type() + " " + column.hidden() + " " + column.nullable())
                .containsExactly("visitor VARCHAR true true", "day DATE false true", "spent DECIMAL(6,2) false false");
        assertThat(policy.tables().get(1).table().columns())
                .extracting(column -> column.name() + " " + column.type() + " " + column.hidden())
                .containsExactly("spent INTEGER false", "visitor VARCHAR true");
        assertThat(policy.store().window()).contains(Duration.ofMinutes(90));
        assertThat(policy.ledger()).isEqualTo(new LedgerPlace.Sqlite(folder.resolve("visits.ledger.sqlite")));
        try (var files = Files.list(folder)) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())))
                    .containsExactlyInAnyOrder(
                            "shop.duckdb", "countries.csv", "visits.csv", "visits.jsonl", "tacit.yaml");
        }
    }

    @Test
    void aSchemaFileIsUsedWhereThePolicyGivesNoTypes() throws IOException {
        Files.writeString(folder.resolve("visits.csv.tacit.yaml"), """
            format: csv
            delimiter: ","
            quoted: true
            columns:
              - name: "visitor"
                type: VARCHAR
              - name: "day"
                type: DATE
              - name: "spent"
                type: DOUBLE
            """);
        Policy policy = shop.read("""
            dataset: visits
            tables:
              visits: {file: visits.csv, person: visitor, columns: {spent: {bounds: [0, 50]}}}
            analysts: {ada: []}
            accounts: {all: {members: [ada], budget: {epsilon: 1, delta: 1e-6}}}
            """);
        assertThat(policy.tables().get(0).table().visibleColumns())
                .extracting(column -> column.name() + " " + column.type())
                .containsExactly("spent DOUBLE");
    }

    @Test
    void uniqueKeysAreColumnsOrListsOfThem() throws IOException {
        Policy one = shop.read(Shop.GOOD.replace("person: id\n", "person: id\n    unique: id\n"));
        assertThat(one.tables().get(0).table().uniqueKeys()).containsExactly(List.of("id"));
        Policy some = shop.read(Shop.GOOD.replace("person: id\n", "person: id\n    unique: [id, [country, age]]\n"));
        assertThat(some.tables().get(0).table().uniqueKeys()).containsExactly(List.of("id"), List.of("country", "age"));
        assertThat(shop.read(Shop.GOOD).tables().get(0).table().uniqueKeys()).isEmpty();
    }

    @Test
    void theFingerprintIsOfTheMeaning() throws IOException {
        String print = shop.read(Shop.GOOD).fingerprint();
        assertThat(print).matches("[0-9a-f]{64}");
        assertThat(List.of(
                        Shop.GOOD.replace("tables:\n", "# a remark\ntables:\n"),
                        Shop.GOOD.replace(
                                "      id: INTEGER\n      country: {values: [DE, FR, NO]}\n",
                                "      country: {values: [DE, FR, NO]}\n      id: INTEGER\n"),
                        Shop.GOOD.replace("bounds: [0, 1000]", "bounds: [0.0, 1e3]"),
                        Shop.GOOD.replace("epsilon: 5, ", "epsilon: 4, "),
                        Shop.GOOD.replace("2026-11", "2026-12"),
                        Shop.GOOD.replace("  ada: [student]\n", "")))
                .allSatisfy(same -> assertThat(shop.read(same).fingerprint()).isEqualTo(print));
        assertThat(List.of(
                        Shop.GOOD.replace("bounds: [0, 1000]", "bounds: [0, 1001]"),
                        Shop.GOOD.replace("[DE, FR, NO]", "[DE, FR]"),
                        Shop.GOOD.replace("person: id", "person: age"),
                        Shop.GOOD.replace("person: id\n", "person: id\n    unique: id\n"),
                        Shop.GOOD.replace("epsilon: 0.5", "epsilon: 0.6"),
                        Shop.GOOD.replace("min_people: 5", "min_people: 6"),
                        Shop.GOOD.replace("id: {hidden: true}", "id: INTEGER"),
                        Shop.GOOD.replace("delta: 1e-8}", "delta: 1e-8, noise: laplace}"),
                        Shop.GOOD.replace("dataset: shop", "dataset: shop2")))
                .allSatisfy(other -> assertThat(shop.read(other).fingerprint()).isNotEqualTo(print));
    }

    @Test
    void aPolicyThatIsWrongCannotBeRead() throws IOException {
        assertThatThrownBy(
                        () -> shop.read(Shop.GOOD.replace("dataset: shop\n", "").replace("[0, 120]", "[9, 1]")))
                .isInstanceOf(Refusal.class)
                .hasMessageStartingWith("TCT-P03 (42P17): The policy tacit.yaml cannot be used:\ntacit.yaml:1:1: ")
                .hasMessageContaining("tables.customer.columns.age.bounds");
        assertThatThrownBy(() -> PolicyFile.read(folder.resolve("none.yaml"), Shop.ENGINE))
                .hasMessageContaining("The policy none.yaml does not exist.");
        assertThatThrownBy(() -> PolicyFile.read(folder, Shop.ENGINE)).hasMessageContaining("is a folder");
    }
}
