package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.Likeness;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.TextEncoding;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.SourceArgument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a draft says, and that it can be read again. */
class DraftPolicyTest {
    @TempDir
    Path folder;

    private Shop shop;

    @BeforeEach
    void makeFiles() throws IOException, SQLException {
        shop = Shop.in(folder);
    }

    private String draft(String... files) {
        List<Path> paths = List.of(files).stream().map(folder::resolve).toList();
        return DraftPolicy.of(paths, folder.resolve("tacit.yaml"), Shop.ENGINE);
    }

    @Test
    void guessesPeopleFromNamesKeysAndConstraints() throws IOException {
        String draft = draft("shop.duckdb");
        assertThat(draft)
                .contains("  customer:\n    duckdb: shop.duckdb\n    # DECIDE: is this the person")
                .contains("    person: id\n")
                .contains("    person: customer_id\n")
                .contains("  items:\n    duckdb: shop.duckdb\n    # DECIDE: whose rows are these?")
                .contains("(perhaps order_id)")
                .contains("    unique: [id]\n");
        PolicyFile.Checked checked = shop.check(draft);
        assertThat(checked.errors()).extracting(Finding::path).containsExactly("tables.items", "tables.loose");
        String decided = draft.replace(
                        "    #   public: true   only if no row is about a person\n", "    public: true\n")
                .replace("/tmp", "/srv");
        assertThat(shop.check(decided).errors()).extracting(Finding::text).isEmpty();
        Policy policy = shop.read(decided);
        assertThat(policy.tables())
                .extracting(table -> table.table().name())
                .containsExactly("customer", "items", "loose", "orders");
        assertThat(policy.tables().get(0).table().protection()).isEqualTo(new Protection.UnitColumn("id"));
    }

    /** What identifies people is hidden until the owner decides otherwise, and {@code check} warns where it is shown. */
    @Test
    void hidesWhatSeemsToIdentifyPeople() throws IOException, SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + folder.resolve("crm.duckdb"));
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE clients (id INTEGER PRIMARY KEY, name VARCHAR, \"E-Mail\" VARCHAR, homePhone"
                            + " VARCHAR, street_address VARCHAR, date_of_birth DATE, iban VARCHAR, last_ip VARCHAR, notes"
                            + " VARCHAR, ssn VARCHAR, password VARCHAR, country VARCHAR, segment_name VARCHAR, points"
                            + " INTEGER)");
            statement.execute("CREATE TABLE countries (code VARCHAR, name VARCHAR)");
        }
        String draft = draft("crm.duckdb");
        List<String> hidden = draft.lines()
                .filter(line -> line.contains("hidden: true}   # DECIDE: seems to be "))
                .map(line -> line.strip().split(":", 2)[0])
                .toList();
        assertThat(hidden)
                .containsExactly(
                        "id",
                        "name",
                        "E-Mail",
                        "homePhone",
                        "street_address",
                        "date_of_birth",
                        "iban",
                        "last_ip",
                        "notes",
                        "ssn",
                        "password");
        assertThat(draft)
                .contains("      country: VARCHAR\n", "      segment_name: VARCHAR\n", "      points: INTEGER\n");
        String shown = draft.replace("{type: VARCHAR, hidden: true}   # DECIDE: seems to be an e-mail", "VARCHAR #");
        assertThat(shop.check(shown).findings())
                .extracting(Finding::text)
                .filteredOn(text -> text.contains("seems to be"))
                .singleElement()
                .asString()
                .contains("Analysts may name the column E-Mail, which seems to be an e-mail address.");
    }

    /** Values by the kind that they look like; each is told by its row's number and looks alike in no two. */
    private static Map<Likeness, List<String>> looks() {
        Map<Likeness, List<String>> looks = new EnumMap<>(Likeness.class);
        looks.put(Likeness.EMAIL, List.of("'u' || i || '@example.org'"));
        looks.put(
                Likeness.BANK, List.of("'DE44 5001 0517 5407 32' || (10 + i % 80)", "'4111-1111-1111-' || (1000 + i)"));
        looks.put(
                Likeness.NETWORK,
                List.of("'192.168.7.' || i", "'2001:db8:0:0:0:0:0:' || i", "'aa:bb:cc:dd:ee:' || (10 + i % 80)"));
        looks.put(
                Likeness.PHONE,
                List.of(
                        "'+49 30 1234' || (100 + i)",
                        "'555-010-0' || (100 + i)",
                        "'25-989-741-' || (1000 + i)",
                        "'030/12345' || i",
                        "'(030) 1234' || i"));
        looks.put(Likeness.BIRTH, List.of("DATE '1950-03-05' + CAST(i * 123 AS INTEGER)"));
        looks.put(Likeness.FREE_TEXT, List.of("'She came because of her knee, visit ' || i"));
        looks.put(Likeness.ONE_EACH, List.of("'key' || i", "'login' || (i % 100)"));
        return looks;
    }

    private static final List<String> HARMLESS = List.of(
            "CASE i % 3 WHEN 0 THEN 'Oslo' WHEN 1 THEN 'Rome' ELSE NULL END",
            "'2024-01-' || (10 + i % 20)",
            "(10 + i % 20) || '/01/2024'",
            "'12:30:' || (10 + i % 20)",
            "'code ' || (i % 40)",
            "DATE '2019-03-05' + CAST(i * 3 AS INTEGER)",
            "CAST(NULL AS VARCHAR)");

    /** Columns whose names say nothing: the owner's engine looks at values, and what it says of them is one word. */
    @Test
    void hidesWhatValuesShowToIdentifyPeople() throws IOException, SQLException {
        assertThat(looks()).containsOnlyKeys(Likeness.values());
        Map<String, String> columns = new LinkedHashMap<>();
        looks().forEach((kind, values) -> values.forEach(each -> columns.put("c" + columns.size(), each)));
        int telling = columns.size();
        HARMLESS.forEach(each -> columns.put("c" + columns.size(), each));
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + folder.resolve("seen.duckdb"));
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE seen AS SELECT i % 100 AS patient_id, "
                    + String.join(
                            ", ",
                            columns.entrySet().stream()
                                    .map(each -> each.getValue() + " AS " + each.getKey())
                                    .toList())
                    + " FROM range(200) AS numbers(i)");
        }
        String draft = draft("seen.duckdb");
        Map<String, String> words = new LinkedHashMap<>();
        looks().forEach((kind, values) -> values.forEach(each -> words.put("c" + words.size(), kind.words())));
        assertThat(words).hasSize(telling);
        words.forEach((column, what) -> assertThat(draft)
                .as(columns.get(column))
                .containsPattern("\n      " + column + ": .*hidden: true.*seems to be " + what + ";"));
        columns.keySet().stream()
                .skip(telling)
                .forEach(column ->
                        assertThat(draft).as(columns.get(column)).containsPattern("\n      " + column + ": [A-Z]+\n"));
        // Nothing of the values is in the draft.
        assertThat(draft).doesNotContain("example.org", "192.168", "knee", "1950", "Oslo");
    }

    @Test
    void followsForeignKeysToPeople() throws IOException, SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + folder.resolve("clinic.duckdb"));
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE patients (id INTEGER PRIMARY KEY, born DATE)");
            statement.execute("CREATE TABLE stays (stay INTEGER PRIMARY KEY, who INTEGER REFERENCES patients(id))");
            statement.execute("CREATE TABLE labs (stay INTEGER REFERENCES stays(stay), value DOUBLE, tags VARCHAR[])");
        }
        String draft = draft("clinic.duckdb");
        assertThat(draft)
                .contains("    person: {through: stay, to: stays.stay}\n")
                .contains("    person: {through: who, to: patients.id}\n");
        PolicyFile.Checked checked = shop.check(draft);
        assertThat(checked.errors()).extracting(Finding::text).isEmpty();
    }

    @Test
    void textFilesKeepTheTypesAndDivisionThatWereProposed() throws IOException {
        Files.writeString(folder.resolve("odd.csv"), "User Id;Größe\n1;1,5\n2;2,5\n3;3\n");
        String draft = draft("odd.csv", "visits.jsonl");
        assertThat(draft)
                .contains("    delimiter: \";\"\n")
                .contains("    person: \"User Id\"\n")
                .contains("      \"Größe\": VARCHAR\n")
                .contains("  visits:\n    file: visits.jsonl\n    format: json\n")
                .contains("    person: visitor\n");
        // 1 and v1 cannot be one kind of person: the owner learns it.
        assertThat(shop.check(draft).errors())
                .extracting(Finding::rule)
                .containsExactly(
                        "The person's columns have other types here (VARCHAR) than in the tables above (INTEGER).");
        assertThat(shop.check(draft("odd.csv")).errors()).isEmpty();
        try (var files = Files.list(folder)) {
            assertThat(files.map(Path::toString)).noneMatch(name -> name.endsWith(".csv.tacit.yaml"));
        }
    }

    /** In another encoding every line with an umlaut would be skipped, and nobody told. */
    @Test
    void textFilesKeepTheirEncoding() throws IOException {
        Path file = folder.resolve("old.csv");
        for (TextEncoding encoding : TextEncoding.values()) {
            Files.write(file, "visitor,size\nä1,1\nö2,2\n".getBytes(encoding.charset()));
            DeclareSource.keep(DeclareSource.declare(
                    SourceArgument.parse(file.toString()).in(encoding),
                    new Protection.Public(),
                    Map.of(),
                    Shop.ENGINE));
            String draft = draft("old.csv");
            assertThat(draft.contains("    encoding: " + encoding.shown() + "\n"))
                    .as(draft)
                    .isEqualTo(encoding != TextEncoding.UTF_8);
            assertThat(shop.check(draft).errors()).isEmpty();
            assertThat(shop.check(draft.replaceAll("    encoding: .*\n", "    encoding: ebcdic\n"))
                            .errors())
                    .hasSize(encoding == TextEncoding.UTF_8 ? 0 : 1);
            Files.delete(folder.resolve("old.csv.tacit.yaml"));
        }
    }

    @Test
    void noValueIsInADraft() {
        assertThat(draft("shop.duckdb", "countries.csv", "visits.csv")).doesNotContain("Germany", "2024", "3.50", "v1");
    }

    @Test
    void tablesOfOneNameGetOthers() throws IOException {
        Path below = Files.createDirectory(folder.resolve("below"));
        Files.copy(folder.resolve("visits.csv"), below.resolve("visits.csv"));
        assertThat(draft("visits.csv", "below/visits.csv")).contains("  visits_2:\n    file: below/visits.csv\n");
    }

    /** What becomes no column is told in the draft, whatever kind of file it is left out of. */
    @Test
    void whatIsLeftOutOfAFileIsTold() throws IOException, SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + folder.resolve("some.duckdb"));
                Statement statement = connection.createStatement()) {
            String select = "SELECT 1 AS visitor, 'a'::BLOB AS \"pic\nture\", [1] AS list";
            statement.execute("CREATE TABLE seen AS " + select);
            statement.execute("COPY (" + select + ") TO '" + folder.resolve("some.parquet") + "' (FORMAT parquet)");
        }
        Files.writeString(folder.resolve("some.jsonl"), "{\"visitor\": 1, \"list\": [1]}\n");
        Files.writeString(folder.resolve("some.csv"), "visitor,n\n" + "1,2\n".repeat(20) + "3\n");
        for (String file : List.of("some.duckdb", "some.parquet")) {
            String draft = draft(file);
            assertThat(draft.lines().filter(line -> line.contains("Left out, since columns of these types")))
                    .as(file)
                    .singleElement()
                    .asString()
                    .startsWith("      # Left out")
                    .contains("BLOB", "list", "(array)");
            assertThat(shop.check(draft).errors()).isEmpty();
        }
        assertThat(draft("some.jsonl"))
                .contains("    # Members that are objects or arrays, or that few objects have, are left out.\n");
        assertThat(draft("some.csv")).contains("    # Some lines of some.csv are skipped:");
        assertThat(draft("visits.csv", "visits.jsonl")).doesNotContain("left out.", "skipped");
    }

    /** However many files and tables of a database share a name in whichever case: each is drafted, and read from its place. */
    @Test
    void manyTablesOfOneNameGetNumbers() throws IOException, SQLException {
        List<String> files = new ArrayList<>();
        for (String below : List.of("one", "two", "three")) {
            Path file = Files.createDirectory(folder.resolve(below))
                    .resolve(below.equals("two") ? "VISITS.csv" : "visits.csv");
            Files.writeString(file, "visitor,n\n1,2\n");
            files.add(below + "/" + file.getFileName());
        }
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + folder.resolve("many.duckdb"));
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA s; CREATE TABLE visits (visitor INTEGER); CREATE TABLE s.visits (visitor"
                    + " INTEGER); CREATE TABLE other (visitor INTEGER)");
        }
        files.add("many.duckdb");
        PolicyFile.Checked checked =
                shop.check(draft(files.toArray(String[]::new)).replace("/tmp", "/srv"));
        assertThat(checked.errors()).isEmpty();
        List<SourceTable> tables = checked.policy().orElseThrow().tables();
        assertThat(tables)
                .extracting(table -> table.table().name())
                .containsExactlyInAnyOrder("visits", "VISITS_2", "visits_3", "visits_4", "visits_5", "other");
        assertThat(tables.stream().map(SourceTable::source).distinct()).hasSize(6);
    }

    @Test
    void somethingMustBeNamed() {
        assertThatThrownBy(() -> draft()).isInstanceOf(Refusal.class).hasMessageContaining("No file is given.");
        assertThatThrownBy(() -> draft("none.csv"))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("There is no file");
    }

    @Test
    void repeatedKeysAreCountedForTheOwner() throws IOException {
        String policy = Shop.GOOD.replace(
                "  countries:\n",
                "  items: {person: {through: order_id, to: loose.k}}\n  loose: {person: owner}\n  countries:\n");
        PolicyFile.Checked checked = shop.check(policy);
        assertThat(checked.policy()).isEmpty();
        assertThat(CountRepeats.count(checked.tables(), Shop.ENGINE))
                .containsExactlyInAnyOrder(
                        new CountRepeats.Key("customer", "id", true, 0), new CountRepeats.Key("loose", "k", true, 1));
    }

    @Test
    void repetitionsOfUniqueKeysAreCountedForTheOwner() throws IOException {
        String policy = Shop.GOOD.replace("  countries:\n", """
              loose: {person: owner, unique: [k, [k, owner]]}
              items: {public: true, unique: order_id}
              countries:
            """);
        assertThat(CountRepeats.count(shop.check(policy).tables(), Shop.ENGINE))
                .contains(
                        new CountRepeats.Key("loose", "k", false, 1),
                        new CountRepeats.Key("loose", "k, owner", false, 0),
                        new CountRepeats.Key("items", "order_id", false, 0));
    }
}
