package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.refusal.Refusal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Which regular expressions are accepted, and that these mean the same in DuckDB as in Java. */
@NullUnmarked
class RegularExpressionTest {
    private static final List<String> TEXTS =
            List.of("", "a", "b", "aa", "ab", "ba b", "-", "^", "1", "a]", "\\", "aaab", "c.", "$", "x_d", "a\nb");

    private static final List<String> PIECES = List.of(
            ("a a a b ab ( ( ) ) (a) (ab) (?: (?= (a{2}) (?:a|b{1,2}) | * + ? {2} {1,} {0,3} {3,2} {100} {99,101} {1000} {,2} {}"
                            + " [ab] [^a] [a-c] [c-a] [a-] [-a] [] [^] [ ] { } [\\d] [\\b] [a-\\d] [\\w-] [[] \\d \\W \\b \\B \\. \\q \\"
                            + " ^ $ . - : , 1")
                    .split(" "));

    private static boolean accepts(String pattern) {
        try {
            return RegularExpression.checked(pattern).equals(pattern);
        } catch (Refusal refusal) {
            return false;
        }
    }

    private static final String MEMBER =
            "(?:[^\\[\\]\\\\\\x{10000}-\\x{10FFFF}]|\\\\[dDwWsSntrf[^a-zA-Z0-9]&&\\p{ASCII}&&[^\\p{Cntrl}]])";

    private static final Pattern CLASS =
            Pattern.compile("\\[\\^?+(?>(" + MEMBER + ")(?:-(?!\\])(" + MEMBER + "))?)+\\]");

    private static final Pattern RANGE = Pattern.compile("(?>(" + MEMBER + ")(?:-(?!\\])(" + MEMBER + "))?)");

    private static final Pattern WORD = Pattern.compile(
            "(?<anchor>[$^]|\\\\[bB])|(?<group>\\((?:\\?:)?(?!\\?))|(?<same>[|)])|(?<plain>[^()\\[\\]{}*+?|\\\\^$]"
                    + "|\\\\(?:[dDwWsSntrf]|[\\p{Punct} ]))|(?<star>[*+])|(?<maybe>\\?)|\\{(?<low>[0-9]{1,3})(?:,(?<high>[0-9]{1,3})?)?\\}");

    /**
     * Second reckoning: each word of the pattern becomes a letter, and then brackets are taken away from inside out. x is
     * what may be repeated, k such a thing with a counted repetition in it, A an anchor, c a count.
     */
    private static boolean isInTheLanguage(String pattern) {
        if (pattern.length() > 1000) {
            return false;
        }
        StringBuilder words = new StringBuilder();
        Matcher word = WORD.matcher(pattern);
        Matcher wholeClass = CLASS.matcher(pattern);
        for (int at = 0; at < pattern.length(); ) {
            if (wholeClass.region(at, pattern.length()).lookingAt()) {
                String inside = wholeClass.group().replaceFirst("^\\[\\^?", "");
                if (RANGE.matcher(inside).results().anyMatch(RegularExpressionTest::isUpsideDown)) {
                    return false;
                }
                words.append('x');
                at = wholeClass.end();
            } else if (word.region(at, pattern.length()).lookingAt()) {
                at = word.end();
                if (word.group("low") != null) {
                    int low = Integer.parseInt(word.group("low"));
                    int high = word.group("high") == null ? low : Integer.parseInt(word.group("high"));
                    if (low > high || high > 100) {
                        return false;
                    }
                    words.append('c');
                } else {
                    words.append(
                            word.group("anchor") != null
                                    ? "A"
                                    : word.group("group") != null
                                            ? "("
                                            : word.group("same") != null
                                                    ? word.group("same")
                                                    : word.group("plain") != null
                                                            ? "x"
                                                            : word.group("star") != null ? "s" : "q");
                }
            } else {
                return false;
            }
        }
        int depth = 0;
        int deepest = 0;
        for (char c : words.toString().toCharArray()) {
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            deepest = Math.max(deepest, depth);
        }
        String body = words.toString();
        String flat = "(?:[A|]|x(?:[sqc]q?)?|k(?:[sq]q?)?)*";
        for (String before = ""; !before.equals(body); ) {
            before = body;
            body = Pattern.compile("\\((" + flat + ")\\)")
                    .matcher(body)
                    .replaceAll(group -> group.group(1).matches(".*[ck].*") ? "k" : "x");
        }
        return deepest <= 20 && body.matches(flat);
    }

    private static boolean isUpsideDown(MatchResult range) {
        return range.group(2) != null && (value(range.group(1)) < 0 || value(range.group(2)) < value(range.group(1)));
    }

    private static int value(String member) {
        return member.matches("\\\\[a-zA-Z]") ? -1 : member.charAt(member.length() - 1);
    }

    private static final List<String> PATTERNS = patterns();

    private static List<String> patterns() {
        Set<String> patterns = new TreeSet<>();
        every("a(|)*?", 5, "", patterns);
        every("a{1,}", 5, "", patterns);
        Set<String> inside = new TreeSet<>();
        every("ab-^]\\d[", 4, "", inside);
        inside.forEach(each -> patterns.add("[" + each + "]"));
        Random random = new Random(5);
        for (int i = 0; i < 10_000; i++) {
            patterns.add(random.ints(1 + random.nextInt(6), 0, PIECES.size())
                    .mapToObj(PIECES::get)
                    .collect(Collectors.joining()));
        }
        for (char c = ' '; c < 0x100; c++) {
            patterns.addAll(
                    List.of("" + c, "\\" + c, "[\\" + c + "]", "\\" + c + "*", "a" + c + "b", "[" + c + "-" + c + "]"));
        }
        for (int count : List.of(1, 19, 20, 21, 22)) {
            patterns.add("(".repeat(count) + "a" + ")".repeat(count));
            patterns.add("(a)".repeat(count));
            patterns.add("(?:".repeat(count) + "a" + ")*".repeat(count));
        }
        for (int length : List.of(999, 1000, 1001)) {
            patterns.add("a".repeat(length));
        }
        patterns.addAll(List.of(
                "[\ud83d\ude00]",
                "\ud83d\ude00",
                "[a-\ud83d\ude00]",
                "a{100}b{100}",
                "(a{1}b)(c{1}|d)",
                "((a{1})b)?{2}",
                "(a{1}b){2}",
                "(a{1}|b){2}",
                "((a{1}b)c){2}",
                "(a{1}b)*",
                "(ba{1}){2}c"));
        return List.copyOf(patterns);
    }

    private static void every(String letters, int most, String begun, Set<String> all) {
        all.add(begun);
        if (begun.length() < most) {
            letters.chars().forEach(letter -> every(letters, most, begun + (char) letter, all));
        }
    }

    @Test
    void aPatternIsAcceptedWhereItsWordsAreInOrder() {
        List<String> wrong = new ArrayList<>();
        int accepted = 0;
        for (String pattern : PATTERNS) {
            boolean taken = accepts(pattern);
            accepted += taken ? 1 : 0;
            if (taken != isInTheLanguage(pattern)) {
                wrong.add((taken ? "accepted: " : "refused: ") + pattern);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(accepted).isGreaterThan(2_000);
    }

    /** No accepted pattern is an error in the engine, whether it is found is as in Java, and so are its numbered groups. */
    @Test
    void whatIsAcceptedMeansTheSameInDuckDb() throws SQLException {
        List<String> accepted =
                PATTERNS.stream().filter(RegularExpressionTest::accepts).toList();
        List<String> some = IntStream.range(0, accepted.size())
                .filter(i -> i % 4 == 0
                        || accepted.get(i).contains("\\")
                        || accepted.get(i).length() < 4)
                .mapToObj(accepted::get)
                .toList();
        List<String> wrong = new ArrayList<>();
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
                PreparedStatement statement = duckDb.prepareStatement("SELECT "
                        + TEXTS.stream().map(text -> "regexp_matches(?, p)").collect(Collectors.joining(", "))
                        + " FROM (SELECT unnest(?::VARCHAR[]) AS p, unnest(range(?)) AS i) ORDER BY i")) {
            for (int i = 0; i < TEXTS.size(); i++) {
                statement.setString(i + 1, TEXTS.get(i));
            }
            statement.setObject(TEXTS.size() + 1, duckDb.createArrayOf("VARCHAR", some.toArray()));
            statement.setInt(TEXTS.size() + 2, some.size());
            try (ResultSet found = statement.executeQuery()) {
                for (String pattern : some) {
                    assertThat(found.next()).isTrue();
                    Pattern java = Pattern.compile(pattern);
                    if (RegularExpression.groups(pattern) != java.matcher("").groupCount()) {
                        wrong.add("groups of " + pattern);
                    }
                    for (int i = 0; i < TEXTS.size(); i++) {
                        if (found.getBoolean(i + 1)
                                != java.matcher(TEXTS.get(i)).find()) {
                            wrong.add(pattern + " in " + TEXTS.get(i));
                        }
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(some.size()).isGreaterThan(800);
    }

    /** A percent sign is any text, an underscore one character, all else as in a regular expression of the whole text. */
    @Test
    void aSimilarPatternIsOfTheWholeText() {
        List<String[]> pieces = List.of(
                new String[] {"%", "(?s:.*)"},
                new String[] {"_", "(?s:.)"},
                new String[] {"a", "a"},
                new String[] {".", "[.]"},
                new String[] {"^", "\\^"},
                new String[] {"$", "[$]"},
                new String[] {"\\%", "%"},
                new String[] {"\\_", "_"},
                new String[] {"\\.", "[.]"},
                new String[] {"\\(", "[(]"},
                new String[] {"[_.]", "[_.]"},
                new String[] {"[^%$]", "[^%$]"},
                new String[] {"(a|_)", "(?s:a|.)"},
                new String[] {"(a%)*", "(?s:a.*)*"},
                new String[] {"[a-c]+", "[a-c]+"});
        List<String> texts = List.of(
                "", "a", ".", "a.", "^", "$", "%", "_", "ab", "a\nb", "a_", "^a", "a%b", "b$", "...", "\n", "ba_", "(",
                "a(.");
        List<String> wrong = new ArrayList<>();
        for (int first = 0; first < pieces.size(); first++) {
            for (int second = 0; second < pieces.size(); second++) {
                for (String[] third : List.of(new String[] {"", ""}, pieces.get(0), pieces.get(1), pieces.get(4))) {
                    String similar = pieces.get(first)[0] + pieces.get(second)[0] + third[0];
                    Pattern expected = Pattern.compile(pieces.get(first)[1] + pieces.get(second)[1] + third[1]);
                    Pattern found = Pattern.compile(RegularExpression.ofSimilarTo(similar));
                    for (String text : texts) {
                        if (expected.matcher(text).matches()
                                != found.matcher(text).matches()) {
                            wrong.add(similar + " of " + text);
                        }
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }
}
