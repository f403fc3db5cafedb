package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One person has one value in all tables, or would be two people: all types of columns that name the person. */
class PeopleOfOneTypeTest {
    private static final List<String> TYPES = List.of(
            "BOOLEAN",
            "INTEGER",
            "BIGINT",
            "DECIMAL(9,0)",
            "DECIMAL(9,2)",
            "DOUBLE",
            "VARCHAR",
            "DATE",
            "TIME",
            "TIMESTAMP");

    @TempDir
    Path folder;

    private TextShop shop;

    @BeforeEach
    void makeFile() throws IOException {
        shop = TextShop.in(folder);
    }

    /** Whole numbers are equal whatever they are kept in, and so are decimals. */
    private static String family(String type) {
        return type.equals("INTEGER") ? "BIGINT" : type.replaceAll("\\(.*", "");
    }

    @Test
    void oneColumnIsOfOneFamilyInAllTables() throws IOException {
        for (String one : TYPES) {
            for (String other : TYPES) {
                assertThat(errors("a", one, "INTEGER", "a", other, "DATE"))
                        .as(one + " and " + other)
                        .isEqualTo(family(one).equals(family(other)) ? List.of() : List.of("tables.three.person"));
            }
        }
    }

    /** Several columns are put together as texts, for which 1 and 1.00 are two people; and of a DOUBLE no text is sure. */
    @Test
    void severalColumnsAreOfTheSameTypesAndNoneIsDouble() throws IOException {
        for (String one : TYPES) {
            for (String other : TYPES) {
                List<String> expected = one.equals("DOUBLE") || other.equals("DOUBLE")
                        ? null
                        : one.equals(other) ? List.of() : List.of("tables.three.person");
                List<String> found = errors("[a, b]", "DATE", one, "[a, b]", "DATE", other);
                if (expected == null) {
                    assertThat(found).contains(one.equals("DOUBLE") ? "tables.one.person" : "tables.three.person");
                } else {
                    assertThat(found).as(one + " and " + other).isEqualTo(expected);
                }
                assertThat(errors("[a, b]", one, "DATE", "[b, a]", "DATE", one).isEmpty())
                        .as("the first of one is the first of the other: " + one)
                        .isEqualTo(!one.equals("DOUBLE"));
            }
        }
        assertThat(errors("[a, b]", "DATE", "TIME", "[a, b]", "TIME", "DATE")).containsExactly("tables.three.person");
        assertThat(errors("[a, b]", "DATE", "DATE", "a", "DATE", "DATE")).containsExactly("tables.three.person");
        assertThat(errors("a", "DATE", "DATE", "[a, b]", "DATE", "DATE")).containsExactly("tables.three.person");
    }

    @Test
    void theColumnsOfThePersonAreThereAndDifferent() throws IOException {
        for (String person : List.of("[a, a]", "[a, A]", "[a, b, a]", "[a, x]", "[x, a]", "x", "[x, y]")) {
            assertThat(errors(person, "DATE", "DATE", "a", "DATE", "DATE"))
                    .as(person)
                    .contains("tables.one.person");
        }
    }

    /** A public table between them has no person. */
    private List<String> errors(String one, String a, String b, String other, String c, String d) throws IOException {
        return shop.errors("dataset: shop\ntables:\n  one: {file: t.csv, person: " + one + ", columns: {a: '" + a
                + "', b: '" + b + "'}}\n  two: {file: u.csv, public: true, columns: {a: TIME}}\n"
                + "  three: {file: t.csv, person: " + other + ", columns: {a: '" + c + "', b: '" + d
                + "'}}\nanalysts: {ada: []}\naccounts: {all: {members: [ada], budget: {epsilon: 1, delta: 1e-6}}}\n");
    }
}
