package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyCommandTest {
    @TempDir
    Path folder;

    private String policy = "";

    @BeforeEach
    void makeFiles() throws IOException, SQLException {
        policy = folder.resolve("tacit.yaml").toString();
        Files.writeString(folder.resolve("visits.csv"), "VisitorId,Day,Spent\nv1,Mon,3.50\nv2,Tue,4.25\n");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + folder.resolve("shop.duckdb"));
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE customers (id INTEGER PRIMARY KEY, age INTEGER)");
            statement.execute("CREATE TABLE orders (id INTEGER, customer_id INTEGER, total DECIMAL(9,2))");
            statement.execute("CREATE TABLE items (order_id INTEGER, price DECIMAL(9,2))");
            statement.execute("INSERT INTO orders VALUES (1, 1, 5), (1, 2, 6)");
        }
    }

    @Test
    void aDraftIsCheckedAndShown() throws IOException {
        Run drafted = Run.of("policy", "init", folder.resolve("visits.csv").toString(), "--output", policy);
        assertThat(drafted.code()).isZero();
        assertThat(drafted.out()).contains("Decide what is marked DECIDE");
        assertThat(Files.readString(Path.of(policy)))
                .contains("person: VisitorId", "hidden: true}   # DECIDE: seems to be what names the person");
        assertThat(folder.resolve("tacit.schema.json")).isNotEmptyFile();
        Run checked = Run.of("policy", "check", policy);
        assertThat(checked.out()).contains("The policy can be used. It has").contains(policy + ":");
        assertThat(checked.code()).isZero();
        Run shown = Run.of("policy", "show", policy, "--analyst", "analyst");
        assertThat(shown.code()).isZero();
        assertThat(shown.out())
                .contains("  visits: Day, Spent")
                .contains("  visits/everybody: ε 2 and δ 1e-6 in all; at most ε 1 and δ 1e-6 a query")
                .contains("ε 0.5 and δ 1e-8. It may ask for epsilon at most 1, delta at most 1e-6,"
                        + " max_groups_contributed at most 100.");
        Run nobody = Run.of("policy", "show", policy, "--analyst", "eve");
        assertThat(nobody.code()).isEqualTo(1);
        assertThat(nobody.err()).contains("TCT-B03");
        assertThat(Run.of("policy", "show", policy).code()).isEqualTo(2);
    }

    /** Files, or one database: never both, nor two; that is said before any server is asked. */
    @Test
    void aDraftIsOfFilesOrOfOneDatabase() {
        String file = folder.resolve("visits.csv").toString();
        String postgres = "jdbc:postgresql://localhost:1/none?user=me";
        for (List<String> places :
                List.of(List.of(file, postgres), List.of(postgres, file), List.of(postgres, "sc://localhost:1"))) {
            Run run = Run.of("policy", "init", places.get(0), places.get(1), "--output", policy);
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err()).as(places.toString()).contains("All tables of a policy lie in files, or all in one");
            assertThat(Path.of(policy)).doesNotExist();
        }
    }

    /** Where a draft cannot be written, that is said, by force or without, and no schema is left in its folder. */
    @Test
    void aDraftThatCannotBeWrittenIsTold() {
        String file = folder.resolve("visits.csv").toString();
        Path nowhere = folder.resolve("none").resolve("tacit.yaml");
        for (Path output : List.of(nowhere, Path.of(file).resolve("tacit.yaml"))) {
            for (String[] words : new String[][] {
                {"policy", "init", file, "--output", output.toString()},
                {"policy", "init", file, "--output", output.toString(), "--force"}
            }) {
                Run run = Run.of(words);
                assertThat(run.code()).isEqualTo(1);
                assertThat(run.err().replaceAll("\\s+", " ")).contains("The draft could not be written to " + output);
                assertThat(run.out()).isEmpty();
            }
        }
        assertThat(folder.resolve("none")).doesNotExist();
        assertThat(Run.of("policy", "init", file, "--output", folder.toString(), "--force")
                        .err())
                .contains("could not be written");
    }

    @Test
    void nothingIsOverwrittenUnasked() throws IOException {
        Files.writeString(Path.of(policy), "mine");
        String[] words = {"policy", "init", folder.resolve("visits.csv").toString(), "--output", policy};
        Run refused = Run.of(words);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("There is a file").contains("--force");
        assertThat(Files.readString(Path.of(policy))).isEqualTo("mine");
        assertThat(Run.of(words[0], words[1], words[2], words[3], words[4], "--force")
                        .code())
                .isZero();
        assertThat(Files.readString(Path.of(policy))).contains("dataset: visits");
        Run lost = Run.of(
                words[0],
                words[1],
                words[2],
                "--output",
                folder.resolve("none/tacit.yaml").toString());
        assertThat(lost.err()).contains("TCT-X03").contains("could not be written");
        assertThat(Run.of("policy", "init").code()).isEqualTo(2);
    }

    /** An answer in place of the ledger would forget what was spent. */
    @Test
    void noAnswerIsWrittenOverTheBooks() throws IOException {
        Files.writeString(Path.of(policy), """
            dataset: shop
            sources: {duckdb: shop.duckdb}
            tables: {orders: {person: customer_id}}
            analysts: {ada: [], bob: []}
            accounts: {each: {members: [ada, bob], each: true, budget: {epsilon: 2, delta: 1e-6}}}
            total: {budget: {epsilon: 3, delta: 1e-6}}
            audit_log: audit.jsonl
            """);
        String sql = "SELECT COUNT(*) AS n FROM orders";
        assertThat(Run.of("query", "--policy", policy, "--analyst", "ada", sql).code())
                .isZero();
        for (String name : List.of("shop.ledger.sqlite", "shop.ledger.sqlite-wal", "audit.jsonl", "tacit.yaml")) {
            String output = folder.resolve(name).toString();
            Run refused = Run.of("query", "--policy", policy, "--analyst", "ada", "--output", output, sql);
            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.err()).contains("TCT-X03");
        }
        assertThat(Run.of("query", "--policy", policy, "--analyst", "bob", sql).code())
                .isZero();
        assertThat(Run.of("budget", "show", "--policy", policy, "--format", "html")
                        .out())
                .containsPattern("\\bada\\b");
        for (String format : List.of("table", "csv", "html")) {
            assertThat(Run.of("budget", "show", "--policy", policy, "--analyst", "bob", "--format", format)
                            .out())
                    .as(format)
                    .contains("shop/each/bob")
                    .doesNotContainPattern("\\b(total|ada)\\b");
        }
        assertThat(Run.of("budget", "show", "--policy", policy).out()).contains("total", "ada");
    }

    @Test
    void everyProblemHasItsLine() throws IOException {
        Files.writeString(Path.of(policy), "dataset: a/b\nnonsense: 1\ntables: {}\n");
        Run checked = Run.of("policy", "check", policy);
        assertThat(checked.code()).isEqualTo(1);
        assertThat(checked.out())
                .contains(policy + ":1:10: error: dataset: ")
                .contains(policy + ":2:1: error: nonsense: There is no such key.")
                .contains(policy + ":3:9: error: tables: ")
                .contains("The key analysts is missing.")
                .contains("The policy cannot be used: ");
        Run missing = Run.of("policy", "check", folder.resolve("none.yaml").toString());
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.err()).contains("TCT-P03").contains("does not exist");
    }

    @Test
    void aPolicyIsNamedByItsOptionOrByAWord() throws IOException {
        Run.of("policy", "init", folder.resolve("visits.csv").toString(), "--output", policy);
        for (List<String> command : List.of(List.of("check"), List.of("show", "--analyst", "analyst"))) {
            Run byWord = policy(command, policy);
            Run byOption = policy(command, "--policy", policy);
            assertThat(byWord.code()).as(byWord.err()).isZero();
            assertThat(byOption).isEqualTo(byWord);
            Run two = policy(command, "--policy", policy, policy);
            assertThat(two.code()).isEqualTo(2);
            assertThat(two.out()).isEmpty();
            // There is none in the folder where the tests run.
            assertThat(policy(command).err()).contains("tacit.yaml");
        }
    }

    /** Whoever drafts a policy reads what its hidden columns keep from analysts, and a join is possible once one is shown. */
    @Test
    void aDraftSaysWhatCannotBeAskedWhileAColumnIsHidden() throws IOException, SQLException {
        Path shop = folder.resolve("crm.duckdb");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + shop);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE customers (id INTEGER PRIMARY KEY, country VARCHAR)");
            statement.execute("CREATE TABLE orders (nr INTEGER PRIMARY KEY, customer_id INTEGER, total INTEGER)");
            statement.execute("CREATE TABLE items (order_nr INTEGER REFERENCES orders(nr), price INTEGER)");
            statement.execute("CREATE TABLE colors (name VARCHAR)");
        }
        assertThat(Run.of("policy", "init", shop.toString(), "--output", policy).code())
                .isZero();
        String draft = Files.readString(Path.of(policy));
        assertThat(above(draft, "customers", "id")).contains("join customers on it with orders.", "COUNT(DISTINCT id)");
        assertThat(above(draft, "orders", "customer_id")).contains("with customers.", "COUNT(DISTINCT customer_id)");
        assertThat(above(draft, "orders", "nr")).contains("with items.").doesNotContain("COUNT(DISTINCT");
        assertThat(above(draft, "items", "order_nr")).contains("with orders.").doesNotContain("COUNT(DISTINCT");
        assertThat(above(draft, "customers", "country")).isEmpty();
        assertThat(above(draft, "orders", "total")).isEmpty();
        String decided = draft.replaceAll(
                "(?s)  colors:.*?columns:", "  colors:\n    duckdb: crm.duckdb\n    public: true\n    columns:");
        for (String sql : List.of(
                "SELECT COUNT(DISTINCT id) FROM customers",
                "SELECT COUNT(*) FROM customers JOIN orders ON customers.id = orders.customer_id",
                "SELECT COUNT(*) FROM (SELECT customer_id, COUNT(*) AS n FROM orders GROUP BY customer_id) AS x")) {
            Files.writeString(Path.of(policy), decided);
            Run hidden = Run.of("explain", "--policy", policy, sql);
            assertThat(hidden.err()).as(sql).contains("TCT-S03");
            // As the draft says.
            Files.writeString(Path.of(policy), decided.replace("hidden: true", "hidden: false"));
            Run shown = Run.of("explain", "--policy", policy, sql);
            assertThat(shown.code()).as(sql + shown.err()).isZero();
        }
    }

    /** The comment above a column of a draft. */
    private static String above(String draft, String table, String column) {
        List<String> lines = draft.lines()
                .dropWhile(line -> !line.equals("  " + table + ":"))
                .dropWhile(line -> !line.equals("    columns:"))
                .skip(1)
                .takeWhile(line -> !line.startsWith("      " + column + ":"))
                .toList();
        int from = lines.size();
        while (from > 0 && lines.get(from - 1).startsWith("      #")) {
            from--;
        }
        return String.join("\n", lines.subList(from, lines.size()));
    }

    private static Run policy(List<String> command, String... more) {
        return Run.of(Stream.of(Stream.of("policy"), command.stream(), Stream.of(more))
                .flatMap(words -> words)
                .toArray(String[]::new));
    }

    /** What a query may say in OPTIONS, its options may say, within the same limits. */
    @Test
    void aQueryChoosesWithinThePolicysLimits() throws IOException {
        Files.writeString(Path.of(policy), """
            dataset: shop
            sources: {duckdb: shop.duckdb}
            tables: {orders: {person: customer_id}}
            limits: {epsilon: 1, delta: 1e-6, max_groups: 10}
            analysts: {ada: []}
            accounts: {all: {members: [ada], budget: {epsilon: 5, delta: 1e-6}}}
            """);
        String sql = "SELECT COUNT(DISTINCT customer_id) AS n FROM orders";
        Run asked = Run.of("query", "--policy", policy, "--epsilon", "0.25", "--max-groups", "2", sql);
        assertThat(asked.code()).as(asked.err()).isZero();
        assertThat(asked.out()).contains("(ε 0.25, δ 0) spent.", "Left in shop/all: ε 4.75");
        assertThat(Run.of("query", "--policy", policy, "--epsilon", "1.5", sql).err())
                .contains("The owner lets epsilon be at most 1.", "Ask for 1 or less");
        assertThat(Run.of("query", "--policy", policy, "--delta", "1e-5", sql).err())
                .contains("The owner lets delta be at most 0.000001.");
        assertThat(Run.of("query", "--policy", policy, "--max-groups", "11", sql)
                        .err())
                .contains("The owner lets max-groups be at most 10.");
        Run decided = Run.of("query", "--policy", policy, "--budget", "3", sql);
        assertThat(decided.code()).isEqualTo(2);
        assertThat(decided.err())
                .contains("What each query may choose is --epsilon, --delta and --max-groups or --max-rows");
        Run history = Run.of("budget", "history", "--policy", policy);
        assertThat(history.out()).contains("charge", sql.substring(0, 20));
        assertThat(history.out().lines()).allMatch(line -> line.length() <= 100);
        assertThat(Run.of("ledger", "log", "--policy", policy).out().lines())
                .allMatch(line -> line.length() <= 100)
                .anyMatch(line -> line.contains("answered"))
                .anyMatch(line -> line.contains("refused") && line.contains(sql.substring(0, 20)));
        assertThat(Run.of("budget", "history", "--policy", policy, "--format", "csv")
                        .out())
                .contains(sql);
        String refused = sql + " WHERE total > 7";
        assertThat(Run.of("explain", "--policy", policy, "--epsilon", "1.25", refused)
                        .code())
                .isEqualTo(1);
        // What was asked is the query; which option went too far stands in the reason.
        assertThat(Run.of("ledger", "log", "--policy", policy, "--format", "csv")
                        .out())
                .doesNotContain("--epsilon")
                .containsPattern("refused.*" + Pattern.quote(refused))
                .containsPattern("epsilon be at most 1.*");
    }

    @Test
    void keysAreCountedForTheOwnerWhenAsked() throws IOException {
        Files.writeString(Path.of(policy), """
            dataset: shop
            sources: {duckdb: shop.duckdb}
            tables:
              orders: {person: customer_id}
              items: {person: {through: order_id, to: orders.id, unique: checked}}
            analysts: {ada: []}
            accounts: {all: {members: [ada], budget: {epsilon: 1, delta: 1e-6}}}
            """);
        assertThat(Run.of("policy", "check", policy).code()).isZero();
        Run counted = Run.of("policy", "check", policy, "--data");
        assertThat(counted.code()).isEqualTo(1);
        assertThat(counted.out())
                .contains("Counted in the data, for you alone: 1 value of orders.id occurs more than once.");
    }

    /** One key whose values repeat is enough, wherever it stands among others that are whole. */
    @ParameterizedTest
    @CsvSource({"orders, lines", "lines, orders"})
    void oneRepeatedKeyIsEnough(String first, String second) throws IOException, SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + folder.resolve("shop.duckdb"));
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE lines (id INTEGER, customer_id INTEGER)");
            statement.execute("INSERT INTO lines VALUES (1, 1), (2, 2)");
        }
        Files.writeString(Path.of(policy), """
            dataset: shop
            sources: {duckdb: shop.duckdb}
            tables:
              %s: {person: customer_id, unique: [id]}
              %s: {person: customer_id, unique: [id]}
            analysts: {ada: []}
            accounts: {all: {members: [ada], budget: {epsilon: 1, delta: 1e-6}}}
            """.formatted(first, second));
        Run counted = Run.of("policy", "check", policy, "--data");
        assertThat(counted.out())
                .contains("1 value of orders.id occurs more than once")
                .contains("every value of lines.id occurs once");
        assertThat(counted.code()).isEqualTo(1);
    }

    @Test
    void valuesAreLookedAtForTheOwnerWhenAsked() throws IOException {
        Files.writeString(folder.resolve("seen.csv"), "who,x1,x2\n1,a@example.org,red\n2,b@example.org,blue\n");
        Files.writeString(Path.of(policy), """
            dataset: seen
            tables:
              seen: {file: seen.csv, person: who, columns: {who: INTEGER, x1: VARCHAR, x2: VARCHAR}}
            analysts: {ada: []}
            accounts: {all: {members: [ada], budget: {epsilon: 1, delta: 1e-6}}}
            """);
        assertThat(Run.of("policy", "check", policy).out()).doesNotContain("e-mail");
        Run looked = Run.of("policy", "check", policy, "--data");
        assertThat(looked.code()).isZero();
        assertThat(looked.out())
                .containsOnlyOnce("Looked at the data")
                .contains("seen.x1, which analysts may name, seems to be an e-mail address.");
    }

    @Test
    void theSchemaIsPrinted() {
        Run schema = Run.of("policy", "schema");
        assertThat(schema.code()).isZero();
        assertThat(schema.out())
                .startsWith("{")
                .contains("\"$schema\" : \"https://json-schema.org/draft/2020-12/schema\"");
    }

    @Test
    void everyPartHasHelp() {
        for (String part : List.of("init", "check", "schema", "show")) {
            Run help = Run.of("policy", part, "--help");
            assertThat(help.code()).isZero();
            assertThat(help.out()).contains("Usage: tacit policy " + part).contains("Examples:");
        }
    }
}
