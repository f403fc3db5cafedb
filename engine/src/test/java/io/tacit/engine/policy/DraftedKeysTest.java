package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a drafted policy makes of the keys of a database: which columns are unique, which lead to people, which are hidden. */
@NullUnmarked
class DraftedKeysTest {
    @TempDir
    private Path folder;

    private Shop shop;

    @BeforeEach
    void makeFiles() throws IOException, SQLException {
        shop = Shop.in(folder);
    }

    private String draft(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + folder.resolve("keys.duckdb"));
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
        return DraftPolicy.of(List.of(folder.resolve("keys.duckdb")), folder.resolve("tacit.yaml"), Shop.ENGINE)
                .replace("/tmp", "/srv");
    }

    /** A key of a column that cannot be queried is no key of the draft, so that the draft can be read. */
    @Test
    void onlyKeysOfColumnsThatCanBeQueriedAreUnique() throws IOException, SQLException {
        String draft = draft("CREATE TABLE t (user_id INTEGER, n INTEGER, secret BLOB, UNIQUE (user_id, n), UNIQUE (n),"
                + " UNIQUE (n, secret), UNIQUE (secret))");
        assertThat(shop.check(draft).errors()).isEmpty();
        Policy policy = shop.read(draft);
        assertThat(policy.tables().get(0).table().uniqueKeys())
                .containsExactlyInAnyOrder(List.of("user_id", "n"), List.of("n"));
    }

    /** Whoever knows a key of a single row, or what refers to one, finds the row: such columns are hidden at first. */
    @Test
    void everyColumnOfAKeyOfSingleRowsIsHidden() throws IOException, SQLException {
        String draft = draft(
                "CREATE TABLE patients (id INTEGER PRIMARY KEY, code INTEGER UNIQUE, ward INTEGER, bed INTEGER, UNIQUE"
                        + " (ward, bed))",
                "CREATE TABLE stays (stay INTEGER PRIMARY KEY, whose INTEGER REFERENCES patients (id), ward INTEGER)",
                "CREATE TABLE doses (dose INTEGER, during INTEGER REFERENCES stays (stay), drug INTEGER)",
                "CREATE TABLE bills (bill INTEGER, of_code INTEGER REFERENCES patients (code), total INTEGER)",
                "CREATE TABLE drugs (drug INTEGER PRIMARY KEY, name VARCHAR)");
        assertThat(draft)
                .contains(
                        "person: id",
                        "person: {through: whose, to: patients.id}",
                        "person: {through: during, to: stays.stay}",
                        "person: {through: of_code, to: patients.code}");
        Map<String, TreeSet<String>> hidden = new TreeMap<>();
        String policy =
                draft.replace("    #   public: true   only if no row is about a person\n", "    public: true\n");
        shop.read(policy)
                .tables()
                .forEach(table -> table.table().columns().stream()
                        .filter(column -> column.hidden())
                        .forEach(column -> hidden.computeIfAbsent(table.table().name(), none -> new TreeSet<>())
                                .add(column.name())));
        assertThat(hidden)
                .isEqualTo(Map.of(
                        "patients", new TreeSet<>(List.of("code", "id")),
                        "stays", new TreeSet<>(List.of("stay", "whose")),
                        "doses", new TreeSet<>(List.of("during")),
                        "bills", new TreeSet<>(List.of("of_code"))));
    }

    /** Whatever a table, a column or a value is called: what is written into the draft is read as that text. */
    @Test
    void everyTextIsReadAsItWasWritten() {
        for (String text : List.of(
                "plain",
                "a.b",
                "null",
                "NULL",
                "Null",
                "~",
                "true",
                "False",
                "yes",
                "No",
                "on",
                "OFF",
                "y",
                "N",
                "1",
                "1e3",
                "0x1F",
                "1_000",
                "-",
                "- a",
                "a: b",
                "a:",
                ":a",
                "#a",
                "a #b",
                "",
                " ",
                " a",
                "a ",
                "{a",
                "a}",
                "[a",
                "a]",
                "a, b",
                "*a",
                "&a",
                "!a",
                "!!str",
                "%a",
                "@a",
                "`a`",
                "|",
                ">",
                "?",
                "? a",
                "=",
                "<<",
                "'a'",
                "it's",
                "\"a\"",
                "\\",
                "a\\n",
                "a\nb",
                "a\tb",
                "a\rb",
                "\u0085",
                "\u2028",
                "\uFEFF",
                "é",
                "名",
                "😀",
                "2024-01-01",
                "---",
                "...",
                "/",
                "_",
                ".inf")) {
            String written = DraftPolicy.quoted(text);
            Findings findings = new Findings();
            YamlValue.Fields fields = ReadYaml.read(
                            written + ":\n  - " + written + "\n  - {type: " + written + ", values: [" + written + ", "
                                    + written + "]}\n",
                            findings)
                    .orElseThrow(() -> new AssertionError(text + " written as " + written + ": " + findings.all()));
            assertThat(fields.fields()).as(text).hasSize(1);
            assertThat(fields.fields().get(0).key()).isEqualTo(text);
            List<YamlValue> items = ((YamlValue.Items) fields.fields().get(0).value()).items();
            isText(items.get(0), text);
            YamlValue.Fields inner = (YamlValue.Fields) items.get(1);
            isText(inner.field("type").orElseThrow().value(), text);
            ((YamlValue.Items) inner.field("values").orElseThrow().value())
                    .items()
                    .forEach(item -> isText(item, text));
        }
    }

    private static void isText(YamlValue value, String text) {
        YamlValue.Scalar scalar = (YamlValue.Scalar) value;
        assertThat(scalar.text()).isEqualTo(text);
        assertThat(scalar.isNull()).as(text).isFalse();
    }
}
