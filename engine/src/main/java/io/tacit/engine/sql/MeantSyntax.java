package io.tacit.engine.sql;

import io.tacit.grammar.Keywords;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds what was meant where a word or sign of SQL is missing, too many, at the wrong place, or that of another language:
 * {@code GROUP area}, {@code a, FROM t}, {@code x == 1}. What it reads has no texts, quoted names and comments in it.
 */
final class MeantSyntax {
    private static final List<String> ORDER =
            List.of("SELECT", "FROM", "WHERE", "GROUP BY", "HAVING", "QUALIFY", "ORDER BY", "LIMIT");

    private static final String CLAUSE = "(?:FROM|WHERE|GROUP\\s+BY|HAVING|QUALIFY|ORDER\\s+BY|LIMIT)\\b";

    private static final Pattern HIDDEN = Pattern.compile("'[^']*+'|\"[^\"]*+\"|--[^\n]*|/\\*.*?\\*/", Pattern.DOTALL);

    /** Behind {@code IS DISTINCT} no clause begins. */
    private static final Pattern CLAUSES = pattern("(?<!DISTINCT\\s)\\b(?:SELECT\\b|" + CLAUSE + ")");

    /** One or two words, or a bracket and a word, or a bracket. */
    private static final Pattern SIDE_BY_SIDE = pattern("(\\w+|\\))\\s+(?:AS\\s+)?(\\w*)\\s*$");

    private static final Pattern WORD = pattern("\\w+");

    private static final Pattern SET_OPERATION = pattern(".*\\b(?:UNION|INTERSECT|EXCEPT)\\b(?:\\s+ALL\\b)?");

    private static final List<Rule> RULES = List.of(
            rule("\\b(GROUP|ORDER|PARTITION)\\s*$", "", "Write %s BY."),
            rule("\\b(GROUP|ORDER|PARTITION)BY\\s*$", "", "Write %s BY, in two words."),
            rule("", "(GROUP|ORDER)BY\\b", "Write %s BY, in two words."),
            rule("\\b(INNER|CROSS|LEFT|RIGHT|FULL)(?:\\s+OUTER)?\\s*$", "", "Write %s JOIN."),
            rule("", "(INNER|CROSS|LEFT|RIGHT|FULL)(?:\\s+OUTER)?\\s+(?!JOIN\\b|OUTER\\b)\\w", "Write %s JOIN."),
            rule("", "(=[>])", "Write >= for \"at least\"."),
            rule("", "(=<)", "Write <= for \"at most\"."),
            rule("", "(&&?)", "Write AND."),
            rule("\\b(BETWEEN)\\b[^,()]*$", ",", "Write %s LOW AND HIGH."),
            rule("", "((?:NOT\\s+)?IN)\\s+[^\\s(]", "Write the values in brackets: %s (…)."),
            rule("\\b((?:NOT\\s+)?IN)\\s*$", "", "Write the values in brackets: %s (…)."),
            rule("", "(?:IS\\s+)?(NOT)\\s*NULL\\b", "Write IS %s NULL."),
            rule("\\bSELECT\\s+(TOP)\\s*$", "\\d", "Write LIMIT at the end of the query instead of %s."),
            rule("\\bCASE\\b(?:(?!\\bWHEN\\b).)*$", "(THEN)\\b", "Write CASE WHEN … %s."),
            rule("\\b(COUNT)\\s*$", "\\*", "Write %s(*)."),
            rule("\\(\\s*(UNIQUE)\\s*$", "", "Write DISTINCT instead of %s."),
            rule("", "(AND|OR)\\s+" + CLAUSE, "Behind %s a condition is missing."),
            rule(",\\s*$", "(" + CLAUSE + "|\\)|$)", "There is a comma too many, or something behind it is missing."),
            rule(
                    "",
                    "(,)\\s*(?:" + CLAUSE + "|\\)|$)",
                    "There is a comma too many, or something behind it is missing."));

    /** What is further away from the place than this many characters says little of it. */
    private static final int NEAR = 2000;

    private MeantSyntax() {}

    /**
     * What is often written.
     *
     * @param before what the text before the place ends with
     * @param behind what the text from the place on begins with
     * @param advice with the word that a group of either holds
     */
    private record Rule(Pattern before, Pattern behind, String advice) {
        Optional<String> advice(String read, String left) {
            Matcher first = before.matcher(read);
            Matcher second = behind.matcher(left);
            if (!first.find() || !second.lookingAt()) {
                return Optional.empty();
            }
            String word = first.groupCount() > 0 ? first.group(1) : second.groupCount() > 0 ? second.group(1) : "";
            return Optional.of(String.format(Locale.ROOT, advice, upper(word)));
        }
    }

    private static Rule rule(String before, String behind, String advice) {
        return new Rule(pattern(before), pattern(behind), advice);
    }

    private static Pattern pattern(String text) {
        return Pattern.compile(text, Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    }

    /** The advice for a text of which reading stopped at a place. */
    static Optional<String> advice(String text, int stopped) {
        String plain = plain(text);
        String read = level(plain.substring(Math.max(0, stopped - NEAR), stopped));
        String left = plain.substring(stopped, Math.min(plain.length(), stopped + NEAR));
        return RULES.stream()
                .flatMap(rule -> rule.advice(read, left).stream())
                .findFirst()
                .or(() -> order(read, left))
                .or(() -> comma(read, left));
    }

    /** The text with something harmless for each text, quoted name and comment, as long as it was. */
    private static String plain(String text) {
        return HIDDEN.matcher(text)
                .replaceAll(
                        found -> (found.group().startsWith("-") || found.group().startsWith("/") ? " " : "x")
                                .repeat(found.group().length()));
    }

    /** What stands before a place within the same brackets and the same SELECT; what is in brackets there is left out. */
    private static String level(String read) {
        StringBuilder level = new StringBuilder();
        int depth = 0;
        for (int i = read.length() - 1; i >= 0 && depth >= 0; i--) {
            char sign = read.charAt(i);
            depth += sign == ')' ? 1 : sign == '(' ? -1 : 0;
            if (depth == 0 || sign == ')' && depth == 1 || depth < 0) {
                level.append(sign);
            }
        }
        return SET_OPERATION.matcher(level.reverse()).replaceFirst("");
    }

    /** The advice for a clause that stands behind one that must come after it. */
    private static Optional<String> order(String read, String left) {
        Matcher clause = CLAUSES.matcher(left);
        if (!clause.lookingAt()) {
            return Optional.empty();
        }
        String word = spaced(clause.group());
        int last = CLAUSES.matcher(read)
                .results()
                .mapToInt(found -> ORDER.indexOf(spaced(found.group())))
                .max()
                .orElse(-1);
        int here = ORDER.indexOf(word);
        if (here == last) {
            return Optional.of("There is a " + word + " before it already; a query has one.");
        }
        return here < last
                ? Optional.of(word + " comes before " + ORDER.get(last) + ". The order is "
                        + String.join(", ", ORDER.subList(0, ORDER.size())) + ".")
                : Optional.empty();
    }

    /** The advice where two columns of a SELECT stand side by side. */
    private static Optional<String> comma(String read, String left) {
        Matcher clause = CLAUSES.matcher(read);
        String last = "";
        while (clause.find()) {
            last = spaced(clause.group());
        }
        boolean list = last.equals("SELECT") || last.equals("GROUP BY") || last.equals("ORDER BY");
        Matcher two = SIDE_BY_SIDE.matcher(read);
        Matcher word = WORD.matcher(left);
        boolean name = word.lookingAt() && !Keywords.isSometimes(word.group());
        // Of a call reading stops at its bracket: its name was taken for that of the column before it.
        boolean call = left.startsWith("(");
        boolean missing = two.find()
                && (call
                        ? !Keywords.isSometimes(two.group(1)) && !two.group(2).isEmpty()
                        : name && !Keywords.isSometimes(two.group(two.group(2).isEmpty() ? 1 : 2)));
        return list && missing ? Optional.of("Is a comma missing before it, or an operator?") : Optional.empty();
    }

    private static String spaced(String word) {
        return upper(word).replaceAll("\\s+", " ");
    }

    private static String upper(String word) {
        return word.toUpperCase(Locale.ROOT);
    }
}
