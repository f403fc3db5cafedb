package io.tacit.grammar;

import java.util.Locale;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The words of the grammar, in capitals. */
public final class Keywords implements TacitParserImplConstants {
    private static final Set<String> ALL = words(WordRules::isWord);
    private static final Set<String> SOMETIMES = words(WordRules::isSometimes);
    private static final Set<String> RESERVED = words(WordRules::isReserved);

    private Keywords() {}

    /** All of them. Most are names wherever they stand. */
    public static Set<String> all() {
        return ALL;
    }

    /** Whether a name may be read as a keyword somewhere. */
    public static boolean isSometimes(String name) {
        return SOMETIMES.contains(name.toUpperCase(Locale.ROOT));
    }

    /** Whether a name is a keyword wherever it stands without quotes. */
    public static boolean isReserved(String name) {
        return RESERVED.contains(name.toUpperCase(Locale.ROOT));
    }

    private static Set<String> words(IntPredicate which) {
        return IntStream.range(0, tokenImage.length)
                .filter(WordRules::isWord)
                .filter(which)
                .mapToObj(WordRules::image)
                .collect(Collectors.toUnmodifiableSet());
    }
}
