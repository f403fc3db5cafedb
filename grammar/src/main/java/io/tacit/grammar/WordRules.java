package io.tacit.grammar;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Where each word is a keyword; a word that is not listed is always a name. */
final class WordRules implements TacitParserImplConstants {
    /** Words that are keywords wherever they stand: in quotes they are names. */
    private static final BitSet ALWAYS = words("""
        ALL AND AS ASC BETWEEN BY CASE DESC DISTINCT ELSE END EXCEPT FALSE FETCH FOR FROM GROUP HAVING ILIKE
        IN INTERSECT INTO IS JOIN LATERAL LIKE LIMIT NOT NULL OFFSET ON OR ORDER QUALIFY SELECT TABLE TABLESAMPLE
        THEN TRUE UNION USING WHEN WHERE WINDOW WITH
        """);

    /** Functions with arguments that the grammar reads in a way of its own. */
    private static final BitSet BEFORE_BRACKET = words("""
        ARRAY_AGG ARRAY_CONCAT_AGG CAST CEIL CEILING CONTAINS_SUBSTR CONVERT CUBE EXISTS EXTRACT FLOOR
        GROUP_CONCAT JSON_ARRAY JSON_ARRAYAGG JSON_EXISTS JSON_OBJECT JSON_OBJECTAGG JSON_QUERY JSON_VALUE
        MATCH_RECOGNIZE OVERLAY PERCENTILE_CONT PERCENTILE_DISC PIVOT POSITION ROLLUP SAFE_CAST STRING_AGG
        SUBSTRING TRANSLATE TRIM TRY_CAST UNNEST UNPIVOT
        """);

    /** The parts of a date; all of them are names too wherever the grammar can tell. */
    private static final BitSet UNITS = words("""
        CENTURY DAY DAYOFWEEK DAYOFYEAR DAYS DECADE DOW DOY EPOCH HOUR HOURS ISODOW ISOYEAR MICROSECOND
        MILLENNIUM MILLISECOND MINUTE MINUTES MONTH MONTHS NANOSECOND QUARTER QUARTERS SECOND SECONDS WEEK
        WEEKS YEAR YEARS
        """);

    private static final BitSet WEEKDAYS = words("MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY");

    private static final BitSet NUMBERS =
            bits(UNSIGNED_INTEGER_LITERAL, DECIMAL_NUMERIC_LITERAL, APPROX_NUMERIC_LITERAL);

    private static final BitSet TEXTS = bits(QUOTED_STRING);

    /** What may follow the first word of a type. */
    static final BitSet TYPE_TAIL = words("ARRAY LARGE LOCAL OBJECT PRECISION TIME VARYING WITHOUT ZONE");

    /** What may follow LEFT, RIGHT and FULL in a join. */
    private static final BitSet JOINS = bits(JOIN, OUTER, ASOF);

    private static final Map<Integer, Predicate<NameTokens>> RULES = new HashMap<>();

    static {
        queries();
        windows();
        values();
    }

    private WordRules() {}

    /** Whether a token of this kind is written as a name is. */
    static boolean isWord(int kind) {
        return tokenImage[kind].matches("\"[A-Z][A-Z0-9_]*\"");
    }

    /** A word in capitals. */
    static String image(int word) {
        return tokenImage[word].substring(1, tokenImage[word].length() - 1);
    }

    /**
     * Whether a word that is no type, no alias and no part of a path is a keyword. Our own words are left to the
     * grammar.
     */
    static boolean isKeyword(int word, NameTokens place) {
        if (ALWAYS.get(word) || word >= ANONYMIZATION && word <= PRIVACY) {
            return true;
        }
        if (BEFORE_BRACKET.get(word)) {
            return place.next() == LPAREN;
        }
        Predicate<NameTokens> rule = RULES.get(word);
        return rule != null && rule.test(place);
    }

    static boolean isReserved(int word) {
        return ALWAYS.get(word);
    }

    /** Whether a word is read as a keyword anywhere but where a part of a date stands, which is a name as well. */
    static boolean isSometimes(int word) {
        return ALWAYS.get(word) || BEFORE_BRACKET.get(word) || (RULES.containsKey(word) && !UNITS.get(word));
    }

    private static void queries() {
        rule(RECURSIVE, place -> place.last() == WITH);
        rule(OPTIONS, place -> place.next() == LPAREN);
        rule(PLAN, place -> place.last() == EXPLAIN);
        rule(VALUES, place -> isRow(place.next()));
        rule(SET_MINUS, place -> after(place, SELECT, ALL, DISTINCT, VALUES, TABLE));
        rule(NATURAL, place -> after(place, JOIN, LEFT, RIGHT, FULL, INNER, CROSS, SEMI, ANTI));
        for (int side : new int[] {LEFT, RIGHT, FULL}) {
            rule(side, place -> JOINS.get(place.next()) || after(place, SEMI, ANTI) && place.peek(1) == JOIN);
        }
        rule(OUTER, place -> before(place, LEFT, RIGHT, FULL) || place.next() == APPLY);
        rule(APPLY, place -> before(place, OUTER, CROSS));
        rule(INNER, place -> place.next() == JOIN);
        rule(SEMI, place -> place.next() == JOIN);
        rule(ANTI, place -> place.next() == JOIN);
        rule(ASOF, place -> place.next() == JOIN);
        rule(CROSS, place -> after(place, JOIN, APPLY));
        rule(GROUPING, place -> after(place, LPAREN, SETS));
        rule(SETS, place -> place.last() == GROUPING);
        rule(ORDINALITY, place -> place.last() == WITH);
        rule(BERNOULLI, place -> place.last() == TABLESAMPLE);
        rule(SYSTEM, place -> place.last() == TABLESAMPLE);
        rule(SUBSTITUTE, place -> place.last() == TABLESAMPLE);
        rule(REPEATABLE, place -> place.last() == RPAREN && place.next() == LPAREN);
        rule(NULLS, place -> after(place, FIRST, LAST) || before(place, IGNORE, RESPECT, EXCLUDE, INCLUDE));
        rule(FIRST, place -> before(place, NULLS, FETCH));
        rule(LAST, place -> place.last() == NULLS);
        rule(NEXT, place -> place.last() == FETCH);
        rule(ONLY, place -> before(place, ROW, ROWS));
    }

    private static void windows() {
        rule(OVER, place -> place.last() == RPAREN && (place.next() == LPAREN || isName(place.next())));
        rule(FILTER, place -> place.last() == RPAREN && place.next() == LPAREN);
        rule(WITHIN, place -> place.last() == RPAREN && after(place, GROUP, DISTINCT));
        rule(IGNORE, place -> place.next() == NULLS);
        rule(RESPECT, place -> place.next() == NULLS);
        rule(PARTITION, place -> place.next() == BY);
        rule(ROW, place -> place.next() == LPAREN || before(place, CURRENT, NEXT, FIRST) || countsRows(place));
        rule(ROWS, place -> beginsFrame(place) || before(place, NEXT, FIRST) || countsRows(place));
        rule(RANGE, WordRules::beginsFrame);
        rule(GROUPS, WordRules::beginsFrame);
        rule(CURRENT, place -> inWindow(place) && place.next() == ROW);
        rule(UNBOUNDED, place -> inWindow(place) && after(place, PRECEDING, FOLLOWING));
        rule(PRECEDING, WordRules::endsFrame);
        rule(FOLLOWING, WordRules::endsFrame);
        rule(EXCLUDE, place -> behindStar(place) || inWindow(place) && after(place, CURRENT, NO, GROUP, TIES));
        rule(
                REPLACE,
                place -> behindStar(place) || place.closed() == NameTokens.Bracket.EXCLUDED && place.last() == RPAREN);
        rule(NO, place -> place.last() == EXCLUDE);
        rule(TIES, place -> place.last() == EXCLUDE || place.last() == WITH);
        rule(OTHERS, place -> place.last() == NO);
    }

    private static void values() {
        for (int unit = UNITS.nextSetBit(0); unit >= 0; unit = UNITS.nextSetBit(unit + 1)) {
            rule(unit, place -> place.last() != RPAREN || place.closed() == NameTokens.Bracket.INTERVAL);
        }
        for (int day = WEEKDAYS.nextSetBit(0); day >= 0; day = WEEKDAYS.nextSetBit(day + 1)) {
            rule(day, place -> place.last() == LPAREN && place.beforeLast() == WEEK && place.peek(1) == FROM);
        }
        for (int literal : new int[] {DATE, TIME, TIMESTAMP, DATETIME, DECIMAL, UUID}) {
            rule(literal, place -> TEXTS.get(place.next()) || beginsZoned(place));
        }
        rule(INTERVAL, WordRules::beginsInterval);
        rule(LOCAL, place -> place.last() == WITH && place.next() == TIME);
        rule(ZONE, place -> place.last() == TIME);
        rule(TO, place -> place.last() == SIMILAR || UNITS.get(place.next()));
        rule(SIMILAR, place -> place.next() == TO);
        rule(ESCAPE, place -> TEXTS.get(place.next()));
        rule(SYMMETRIC, place -> place.last() == BETWEEN);
        rule(ASYMMETRIC, place -> place.last() == BETWEEN);
        rule(UNKNOWN, WordRules::behindIs);
        for (int some : new int[] {ANY, SOME}) {
            rule(some, place -> place.next() == LPAREN && before(place, EQ, NE, NE2, LT, LE, GT, GE));
        }
        for (int side : new int[] {BOTH, LEADING, TRAILING}) {
            rule(
                    side,
                    place -> place.last() == LPAREN
                            && place.bracket() == NameTokens.Bracket.TRIM
                            && !after(place, RPAREN, COMMA));
        }
        rule(ARRAY, place -> after(place, LBRACKET, LPAREN));
        for (int element : new int[] {ORDINAL, SAFE_OFFSET, SAFE_ORDINAL}) {
            rule(element, place -> place.last() == LBRACKET && place.next() == LPAREN);
        }
    }

    private static boolean behindIs(NameTokens place) {
        return place.last() == IS || place.last() == NOT && place.beforeLast() == IS;
    }

    private static boolean isRow(int kind) {
        return kind == LPAREN || kind == ROW || NUMBERS.get(kind) || TEXTS.get(kind);
    }

    /** {@code OFFSET 5 ROWS}, {@code FETCH NEXT 5 ROWS ONLY}. */
    private static boolean countsRows(NameTokens place) {
        return NUMBERS.get(place.last()) && before2(place, OFFSET, NEXT, FIRST);
    }

    /** {@code SELECT * EXCLUDE (}, and no product of a column. */
    private static boolean behindStar(NameTokens place) {
        return place.last() == STAR && before2(place, SELECT, COMMA, DOT, ALL, DISTINCT) && place.next() == LPAREN;
    }

    private static boolean inWindow(NameTokens place) {
        return place.bracket() == NameTokens.Bracket.WINDOW;
    }

    private static boolean beginsFrame(NameTokens place) {
        return inWindow(place)
                && place.last() != BY
                && place.last() != COMMA
                && (after(place, BETWEEN, UNBOUNDED, CURRENT, INTERVAL) || NUMBERS.get(place.next()));
    }

    private static boolean endsFrame(NameTokens place) {
        return inWindow(place) && after(place, AND, RPAREN, EXCLUDE) && !before(place, BY, COMMA);
    }

    /** {@code TIMESTAMP WITH TIME ZONE '…'}. */
    private static boolean beginsZoned(NameTokens place) {
        return place.next() == WITH && (place.peek(1) == TIME || place.peek(1) == LOCAL)
                || before(place, WITH, LOCAL) && place.next() == ZONE;
    }

    /**
     * Behind a sign, a number or a bracket it is the unit that tells {@code INTERVAL - 1 DAY} from a column minus 1.
     */
    private static boolean beginsInterval(NameTokens place) {
        int at = place.next() == PLUS || place.next() == MINUS ? 1 : 0;
        int kind = place.peek(at);
        if (TEXTS.get(kind)) {
            return true;
        }
        if (NUMBERS.get(kind)) {
            return UNITS.get(place.peek(at + 1));
        }
        if (kind == LPAREN) {
            return UNITS.get(place.peek(behindBracket(place, at)));
        }
        if (!isName(kind)) {
            return false;
        }
        while (place.peek(at + 1) == DOT) {
            at += 2;
        }
        return UNITS.get(place.peek(at + 1));
    }

    private static int behindBracket(NameTokens place, int from) {
        int at = from;
        int depth = 0;
        do {
            int kind = place.peek(at++);
            depth += kind == LPAREN ? 1 : kind == RPAREN ? -1 : 0;
            if (kind == EOF) {
                return at - 1;
            }
        } while (depth > 0);
        return at;
    }

    private static boolean isName(int kind) {
        return kind == IDENTIFIER || kind == QUOTED_IDENTIFIER || isWord(kind) && !ALWAYS.get(kind);
    }

    private static boolean before(NameTokens place, int... kinds) {
        return bits(kinds).get(place.last());
    }

    private static boolean before2(NameTokens place, int... kinds) {
        return bits(kinds).get(place.beforeLast());
    }

    private static boolean after(NameTokens place, int... kinds) {
        return bits(kinds).get(place.next());
    }

    private static void rule(int word, Predicate<NameTokens> where) {
        RULES.put(word, where);
    }

    private static BitSet words(String images) {
        Set<String> wanted = new HashSet<>(List.of(images.strip().split("\\s+")));
        BitSet set = new BitSet();
        for (int kind = 0; kind < tokenImage.length; kind++) {
            if (isWord(kind) && wanted.remove(image(kind))) {
                set.set(kind);
            }
        }
        if (!wanted.isEmpty()) {
            throw new IllegalStateException("no words of the grammar: " + wanted);
        }
        return set;
    }

    private static BitSet bits(int... kinds) {
        BitSet set = new BitSet();
        for (int kind : kinds) {
            set.set(kind);
        }
        return set;
    }
}
