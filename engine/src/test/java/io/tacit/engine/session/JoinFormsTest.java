package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.randomqueries.Rounding;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.EveryGroup;
import io.tacit.engine.session.JoinForms.Form;
import io.tacit.engine.session.JoinForms.Rule;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whoever is the person after a join is known as the person, however the join is written and whatever asks for it; and
 * what is not is not taken for it. Each answer without noise is plain DuckDB's.
 */
@NullUnmarked
@Tag("walk")
class JoinFormsTest {
    private static final DuckDbSettings ONE_THREAD = new DuckDbSettings(512, 1, message -> {});
    private static final Defaults SLACK = new Defaults(new BigDecimal("20"), new BigDecimal("0.9"), 100, 0.95);

    /** So many people of each kind, so that every group has enough of them to be shown. */
    private static final int PEOPLE_OF_A_KIND = 8;

    /** In one table each, in two, in all; twice in some; and rows of nobody. The person's last digit is the kind. */
    private static final String[] A = {"1,1", "2,1", "2,2", "4,3", "4,3", "6,2", ",1", ",9"};

    private static final String[] B = {"2,5", "3,5", "4,6", "4,7", "7,5", ",5"};
    private static final String[] C = {"3,8", "4,8", "5,8", "6,9", "2,9", "2,9", ",8"};

    /** Of the rules this share is asked where not every rule is: {@code -Dtacit.joins.share=1} asks all. */
    private static final int SOME = Integer.getInteger("tacit.joins.share", 37);

    @TempDir
    Path folder;

    /** The tables, open in a session and in DuckDB. */
    private final class Both implements AutoCloseable {
        private final TacitSession session;
        private final Connection plain;

        Both(String a, Protection ofA, String b, Protection ofB, String c, Protection ofC) throws Exception {
            session = TacitSession.open(
                    List.of(
                            table("a", ofA, a, "x", referred("a", A, ofB, ofC)),
                            table("b", ofB, b, "y", referred("b", B, ofC)),
                            table("c", ofC, c, "z", C),
                            table("pub", new Protection.Public(), "k", "name", "1,10", "2,20", "9,90")),
                    SLACK,
                    ONE_THREAD,
                    EveryGroup::new);
            plain = DriverManager.getConnection("jdbc:duckdb:");
            create("a", a, "x", ofA);
            create("b", b, "y", ofB);
            create("c", c, "z", ofC);
            create("pub", "k", "name", new Protection.Public());
        }

        /** Of a column that a foreign key refers to the owner vouches that no value is there twice; of others nobody does. */
        private static String[] referred(String name, String[] lines, Protection... others) {
            boolean unique = Arrays.stream(others)
                    .anyMatch(other -> other instanceof Protection.ForeignKey key
                            && key.targetTable().equals(name));
            Set<String> keys = new HashSet<>();
            return unique
                    ? Arrays.stream(lines)
                            .filter(line -> keys.add(line.substring(0, line.indexOf(','))))
                            .toArray(String[]::new)
                    : lines;
        }

        private SourceTable table(String name, Protection protection, String key, String value, String... lines)
                throws IOException {
            Path file = folder.resolve(name + ".csv");
            List<String> all = new ArrayList<>(List.of(key + "," + value));
            for (int i = 0; i < (protection.isPublic() ? 1 : PEOPLE_OF_A_KIND); i++) {
                for (String line : lines) {
                    all.add(i == 0 || line.startsWith(",") ? line : i + line);
                }
            }
            Files.write(file, all);
            List<Column> columns =
                    List.of(Column.nullable(key, ColumnType.INTEGER), Column.nullable(value, ColumnType.INTEGER));
            return new SourceTable(
                    new Table(name, columns, protection), new Source.Csv(file, new CsvFormat(',', true)));
        }

        /**
         * Rows of nobody are in no answer: neither those without a person nor those whose key finds none.
         */
        private void create(String name, String key, String value, Protection protection) throws SQLException {
            String columns = "{'" + key + "': 'INTEGER', '" + value + "': 'INTEGER'}";
            String read = "SELECT * FROM read_csv('" + folder.resolve(name + ".csv") + "', header = true, columns = "
                    + columns + ") t";
            String rows = protection instanceof Protection.ForeignKey foreign
                    ? read.replace("*", "t.*") + " JOIN " + foreign.targetTable() + " o ON o." + foreign.targetColumn()
                            + " = t." + key
                    : read + " WHERE t." + key + " IS NOT NULL";
            try (Statement statement = plain.createStatement()) {
                statement.execute("CREATE TABLE " + name + " AS " + rows);
            }
        }

        /** What is wrong with a query that should be answered; empty for nothing. */
        String wrong(String sql) {
            String asked = sql.replace("{bounds}", JoinForms.BOUNDS);
            try {
                List<List<Object>> actual = session.query(asked).rows().stream()
                        .map(row -> (List<Object>) new ArrayList<Object>(row.values()))
                        .toList();
                List<List<Object>> expected = rows(sql.replace("{bounds}", ""));
                List<Rounding> exactly = Collections.nCopies(
                        expected.isEmpty() ? 9 : expected.get(0).size(), Rounding.NONE);
                return SameRows.difference(expected, actual, exactly);
            } catch (SQLException | Refusal failure) {
                return failure.getMessage();
            }
        }

        /**
         * Whether a query is accepted as one about each person: one that looks numbers about everybody up has two
         * releases.
         */
        boolean isAboutPeople(String sql) {
            try {
                return session.query(sql.replace("{bounds}", JoinForms.BOUNDS))
                                .releases()
                                .size()
                        == 1;
            } catch (Refusal refusal) {
                return false;
            }
        }

        private List<List<Object>> rows(String sql) throws SQLException {
            List<List<Object>> rows = new ArrayList<>();
            try (Statement statement = plain.createStatement();
                    ResultSet result = statement.executeQuery(sql)) {
                while (result.next()) {
                    List<Object> row = new ArrayList<>();
                    for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                        row.add(result.getObject(i));
                    }
                    rows.add(row);
                }
            }
            return rows;
        }

        /**
         * Asks; what differs. The name that a join merges is asked for by every rule; what else is the person by every
         * so manyth of them, another one each time.
         */
        List<String> walk(List<Form> forms, List<Rule> rules) {
            List<String> failures = new ArrayList<>();
            int turn = 0;
            for (Form form : forms) {
                for (String person : form.persons()) {
                    boolean every = person.indexOf('.') < 0 && rules.size() > SOME;
                    for (int i = every ? 0 : turn++ % SOME; i < rules.size(); i += every ? 1 : SOME) {
                        String sql = rules.get(i).sql(form, person);
                        String wrong = wrong(sql);
                        if (!wrong.isEmpty()) {
                            failures.add(rules.get(i).name() + ": " + sql + "\n" + wrong);
                        }
                    }
                }
            }
            return failures;
        }

        @Override
        public void close() throws SQLException {
            session.close();
            plain.close();
        }
    }

    private static Protection unit(String column) {
        return new Protection.UnitColumn(column);
    }

    private static Protection key(String column, String table, String target) {
        return new Protection.ForeignKey(column, table, target);
    }

    @Test
    void thePersonIsKnownAfterEveryJoinOfTwoTables() throws Exception {
        try (Both both = new Both("cid", unit("cid"), "cid", unit("cid"), "who", unit("who"))) {
            assertThat(both.walk(JoinForms.ofTwo("cid", "cid"), JoinForms.asking("c", "who")))
                    .isEmpty();
        }
    }

    @Test
    void thePersonIsKnownAfterEveryChain() throws Exception {
        Set<String> few = Set.of("step", "window", "UNION", "people", "further left join", "EXISTS", "NOT IN");
        List<Rule> rules = JoinForms.asking("(SELECT cid AS who FROM a)", "who").stream()
                .filter(rule -> few.contains(rule.name()))
                .toList();
        assertThat(rules).hasSameSizeAs(few);
        try (Both both = new Both("cid", unit("cid"), "cid", unit("cid"), "cid", unit("cid"))) {
            assertThat(both.walk(JoinForms.ofThree("cid"), rules)).isEmpty();
        }
    }

    /** Columns that an outer join fills with NULL, and columns that are no person's. */
    @Test
    void nothingElseIsTakenForThePerson() throws Exception {
        // Where it only names a group, selects rows or is counted it may be anything.
        Set<String> anything =
                Set.of("people", "people by group", "public groups", "public groups by name", "UNION ALL");
        List<Rule> rules = JoinForms.asking("c", "who").stream()
                .filter(rule -> !anything.contains(rule.name()))
                .toList();
        List<String> accepted = new ArrayList<>();
        int turn = 0;
        try (Both both = new Both("cid", unit("cid"), "cid", unit("cid"), "who", unit("who"))) {
            for (Form form : JoinForms.ofTwo("cid", "cid")) {
                for (String other : form.others()) {
                    for (int i = turn++ % SOME; i < rules.size(); i += SOME) {
                        Rule rule = rules.get(i);
                        String sql = rule.sql(form, other);
                        // An equality holds for no NULL, so that what is equal is the person's.
                        if (both.isAboutPeople(sql)
                                && (!other.endsWith(".cid") || !both.wrong(sql).isEmpty())) {
                            accepted.add(rule.name() + ": " + sql + "\n" + both.wrong(sql));
                        }
                    }
                }
            }
        }
        assertThat(accepted).isEmpty();
    }

    @Test
    void aForeignKeyToThePersonIsThePerson() throws Exception {
        try (Both both = new Both("id", unit("id"), "cid", key("cid", "a", "id"), "who", key("who", "a", "id"))) {
            assertThat(both.walk(JoinForms.ofTwo("id", "cid"), JoinForms.asking("c", "who")))
                    .isEmpty();
        }
    }

    @Test
    void aForeignKeyToAForeignKeyIsThePerson() throws Exception {
        try (Both both = new Both("id", unit("id"), "cid", key("cid", "a", "id"), "who", key("who", "b", "cid"))) {
            assertThat(both.walk(JoinForms.ofTwo("id", "cid"), JoinForms.asking("c", "who")))
                    .isEmpty();
        }
    }
}
