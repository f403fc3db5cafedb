package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A name may have dots in it: {@code a.b} of {@code c} is another thing than {@code a} of {@code b.c}. */
class NamesWithDotsTest {
    private static final String PEOPLE = """
        analysts: {ada: [staff], bob: [guest]}
        accounts:
          all: {members: [ada, bob], budget: {epsilon: 1, delta: 1e-6}, stop_after_failures: 3}
        """;

    @TempDir
    Path folder;

    private PolicyFile.Checked check(String tables) throws IOException {
        Path file = Files.writeString(folder.resolve("tacit.yaml"), "dataset: shop\ntables:\n" + tables + PEOPLE);
        return PolicyFile.check(file, Shop.ENGINE);
    }

    /** Each of the two columns alone is for staff: the other one is for everybody. */
    @Test
    void rolesOfAColumnAreNotThoseOfAnother() throws IOException {
        Files.writeString(folder.resolve("one.csv"), "uid,b.c\n1,2\n");
        Files.writeString(folder.resolve("two.csv"), "uid,c\n1,2\n");
        for (boolean first : List.of(true, false)) {
            String roles = "{type: INTEGER, roles: [staff]}";
            Policy policy = check("  a: {file: one.csv, person: uid, columns: {uid: INTEGER, b.c: "
                            + (first ? roles : "INTEGER") + "}}\n"
                            + "  a.b: {file: two.csv, person: uid, columns: {uid: INTEGER, c: "
                            + (first ? "INTEGER" : roles) + "}}\n"
                            + "  other: {file: two.csv, person: uid, columns: {uid: INTEGER}, roles: [guest]}\n")
                    .policy()
                    .orElseThrow();
            assertThat(seen(policy, "ada")).isEqualTo(Map.of("a", List.of("uid", "b.c"), "a.b", List.of("uid", "c")));
            assertThat(seen(policy, "bob"))
                    .isEqualTo(Map.of(
                            "a",
                            first ? List.of("uid") : List.of("uid", "b.c"),
                            "a.b",
                            first ? List.of("uid", "c") : List.of("uid"),
                            "other",
                            List.of("uid")));
        }
    }

    private static Map<String, List<String>> seen(Policy policy, String analyst) {
        return policy.tablesOf(analyst).stream()
                .map(SourceTable::table)
                .collect(java.util.stream.Collectors.toMap(
                        Table::name,
                        table -> table.visibleColumns().stream()
                                .map(Column::name)
                                .toList()));
    }

    /** Whose a row is must not depend on which table stands first. */
    @Test
    void aKeyThatCouldLeadToTwoTablesIsRefused() throws IOException {
        Files.writeString(folder.resolve("one.csv"), "uid,b.c\n1,2\n");
        Files.writeString(folder.resolve("two.csv"), "uid,c\n1,2\n");
        String one = "  a: {file: one.csv, person: uid, columns: {uid: INTEGER, b.c: INTEGER}}\n";
        String two = "  a.b: {file: two.csv, person: uid, columns: {uid: INTEGER, c: INTEGER}}\n";
        String key = "  z: {file: two.csv, columns: {c: INTEGER}, person: {through: c, to: A.B.c, unique: checked}}\n";
        for (String both : List.of(one + two, two + one)) {
            assertThat(check(both + key).errors()).extracting(Finding::path).containsExactly("tables.z.person.to");
        }
        assertThat(leadsTo(one + key)).isEqualTo(List.of("a", "B.c"));
        assertThat(leadsTo(two + key)).isEqualTo(List.of("a.b", "c"));
    }

    private List<String> leadsTo(String tables) throws IOException {
        return check(tables).policy().orElseThrow().tables().stream()
                .flatMap(table -> table.table().protection().foreignKey().stream())
                .findFirst()
                .map(key -> List.of(key.targetTable(), key.targetColumn()))
                .orElseThrow();
    }

    /** The table of the schema is read under that name, so that only it may be described under it. */
    @Test
    void aTableOfADatabaseWithADotInItsNameIsNotTakenForThatOfASchema() throws IOException, SQLException {
        Path file = folder.resolve("db.duckdb");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE \"z.people\" (uid INTEGER PRIMARY KEY)");
            statement.execute("CREATE SCHEMA z");
            statement.execute("CREATE TABLE z.people (uid INTEGER)");
            statement.execute("CREATE TABLE z.\"a.b\" (uid INTEGER)");
            statement.execute("CREATE SCHEMA \"z.a\"");
            statement.execute("CREATE TABLE \"z.a\".b (uid INTEGER PRIMARY KEY)");
            statement.execute("CREATE TABLE people (uid INTEGER PRIMARY KEY)");
        }
        DatabaseSchema schema = Shop.ENGINE.database(file, name -> true);
        assertThat(schema.names()).containsExactly("people", "z.people");
        assertThat(schema.tableOfFile("z.people").orElseThrow().isUnique("uid")).isFalse();
        assertThat(schema.tableOfFile("Main.People").orElseThrow().isUnique("UID"))
                .isTrue();
        assertThat(schema.table("main.people")).isEqualTo(Optional.empty());
    }
}
