package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Which columns an owner is told of by their values: those that analysts may name, in tables of people however the people are
 * found.
 */
@NullUnmarked
class LookForPeopleTest {
    private static final String TERMS =
            "analysts: {ada: [r]}\naccounts: {all: {members: [ada], budget: {epsilon: 1, delta: 1e-6}}}\n";

    @TempDir
    private Path folder;

    /** Forty people of ten rows each: mail of people, a nickname of each, and words that many share. */
    private void write() throws IOException {
        StringBuilder lines = new StringBuilder("a,b,m,of_some,of_nobody,nick,shared\n");
        for (int row = 0; row < 400; row++) {
            int person = row % 40;
            lines.append(person).append(',').append(row / 40 % 2);
            lines.append((",p" + person + "@example.org").repeat(3))
                    .append(",nick")
                    .append(person);
            lines.append(",w").append(row % 7).append('\n');
        }
        Files.writeString(folder.resolve("t.csv"), lines);
    }

    private List<String> told(String tables) throws IOException {
        Path file = Files.writeString(folder.resolve("tacit.yaml"), "dataset: shop\ntables:\n" + tables + TERMS);
        PolicyFile.Checked checked = PolicyFile.check(file, Shop.ENGINE);
        assertThat(checked.errors()).isEmpty();
        return LookForPeople.in(checked.tables(), Shop.ENGINE).stream()
                .map(shown -> shown.table() + "." + shown.column() + ": " + shown.what())
                .toList();
    }

    @Test
    void everyColumnThatAnalystsMayNameIsLookedAtInEveryTableOfPeople() throws IOException {
        write();
        List<String> owners = List.of(
                "person: a", "person: [a, b]", "person: {through: a, to: one.a, unique: checked}", "public: true");
        Files.copy(folder.resolve("t.csv"), folder.resolve("u.csv"));
        for (String owner : owners) {
            String one = "  one: {file: t.csv, person: " + (owner.contains("[") ? "[a, b]" : "a")
                    + ", columns: {a: {type: INTEGER, hidden: true}, b: {type: INTEGER, hidden: true}}}\n";
            boolean open = owner.startsWith("public");
            List<String> told = told(one + "  two: {file: " + (open ? "u.csv" : "t.csv") + ", " + owner
                    + ", columns: {a: {type: INTEGER, hidden: true}, b: {type: INTEGER, hidden: true}, m: VARCHAR,"
                    + " of_some: {type: VARCHAR, roles: [r]}, of_nobody: {type: VARCHAR, hidden: true}, shared:"
                    + " VARCHAR}}\n");
            assertThat(told)
                    .as(owner)
                    .isEqualTo(
                            open ? List.of() : List.of("two.m: an e-mail address", "two.of_some: an e-mail address"));
        }
    }

    /** A text that each person has one of tells them apart; a part of what names the person is not the person. */
    @Test
    void textsOfOnePersonEachAreToldWhereOneColumnIsThePerson() throws IOException {
        write();
        for (String person : List.of("a", "[a, b]", "[b, a]")) {
            List<String> expected = new ArrayList<>();
            if (person.equals("a")) {
                expected.add("one.nick: a text that tells single rows or people apart");
            }
            assertThat(told("  one: {file: t.csv, person: " + person
                            + ", columns: {a: INTEGER, b: INTEGER, nick: VARCHAR, shared: VARCHAR}}\n"))
                    .as(person)
                    .isEqualTo(expected);
        }
    }
}
