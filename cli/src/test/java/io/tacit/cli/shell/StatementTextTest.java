package io.tacit.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A statement is asked as it was typed: nothing in quotes or comments ends it, and what ends it is not part of it. */
class StatementTextTest {
    /** Pieces that hold a semicolon, a quote or the begin of a comment where it means nothing. */
    private static final List<String> PIECES = List.of(
            "SELECT",
            " ",
            "\n",
            "';'",
            "'it''s; fine'",
            "\"a;b\"",
            "\"x\"\"; --\"",
            "'-- no comment'",
            "'/* none; */'",
            "-- a comment; 'it\n",
            "--\n",
            "/* one; ' */",
            "/* outer /* inner; */ still; \" */",
            "/* a; /* b; /* c; /* d; */ e; */ f; */ g; */",
            "/*/**/;*/",
            "/**/",
            "a - b",
            "a / b * c",
            "-1",
            "\\d",
            "(1, 2)");

    private static List<String> statements(Random random) {
        List<String> statements = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(4); i++) {
            StringBuilder statement = new StringBuilder("S" + i + " ");
            for (int pieces = random.nextInt(6); pieces > 0; pieces--) {
                statement.append(PIECES.get(random.nextInt(PIECES.size()))).append(' ');
            }
            statements.add(statement.append('e').toString());
        }
        return statements;
    }

    @Test
    void aTextIsSplitAtTheSemicolonsThatEndStatements() {
        Random random = new Random(7);
        for (int run = 0; run < 2000; run++) {
            List<String> statements = statements(random);
            String text =
                    String.join(random.nextBoolean() ? ";" : " ;\n", statements) + (random.nextBoolean() ? ";" : "");
            assertThat(StatementText.split(text)).as(text).isEqualTo(statements);
            assertThat(StatementText.end(statements.get(0))).as(text).isEqualTo(-1);
            assertThat(StatementText.end(statements.get(0) + ";"))
                    .as(text)
                    .isEqualTo(statements.get(0).length() + 1);
        }
    }

    /** The same statements, line by line as from a pipe, with commands between them. */
    @Test
    void aPipeGivesTheSameStatements() {
        Random random = new Random(8);
        for (int run = 0; run < 500; run++) {
            List<String> expected = new ArrayList<>();
            StringBuilder typed = new StringBuilder();
            for (String statement : statements(random)) {
                expected.add(statement);
                typed.append(statement).append(";");
                if (random.nextBoolean()) {
                    expected.add("\\format csv; not a statement");
                    typed.append("\n  \\format csv; not a statement\n");
                }
            }
            ReaderInput input = new ReaderInput(new StringReader(typed.toString()));
            List<String> given = new ArrayList<>();
            for (Optional<String> next = input.next(""); next.isPresent(); next = input.next("")) {
                given.add(next.get());
            }
            assertThat(given).as(typed.toString()).isEqualTo(expected);
        }
    }

    @Test
    void whatIsNotClosedGoesOn() {
        for (String open : List.of(
                "SELECT 'a;",
                "SELECT \"a;",
                "SELECT 1 -- ;",
                "SELECT /* ;",
                "SELECT /* /* ; */",
                "SELECT /* /* /* ; */ ; */",
                "SELECT 'it''s;")) {
            assertThat(StatementText.end(open)).as(open).isEqualTo(-1);
            assertThat(StatementText.split(open)).as(open).containsExactly(open);
        }
    }

    @Test
    void onlyBlanksCommentsAndSemicolonsAreNoStatement() {
        for (String blank :
                List.of("", " \n\t", ";", " ; ;", "-- SELECT 1;", "/* SELECT 1 */ ;", "/* /* */ */\n-- x\n")) {
            assertThat(StatementText.isBlank(blank)).as(blank).isTrue();
            assertThat(StatementText.split(blank)).as(blank).isEmpty();
        }
        for (String text : List.of("x", "-- c\nSELECT 1", "/* c */ SELECT 1", "''", "- 1", "/")) {
            assertThat(StatementText.isBlank(text)).as(text).isFalse();
        }
    }
}
