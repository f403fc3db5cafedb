package io.tacit.engine.plantedbugs;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** What came of each change that was shown to the tests of one module after the other. */
final class ShownVerdicts {
    static final String DOES_NOT_COMPILE = "does not compile";

    /** Not one of the survivors: nobody looked. */
    private static final String UNREACHED = "no test reaches it";

    private static final String SURVIVED = "survived";

    private final Map<Integer, String> verdicts = new TreeMap<>();

    /** What a module's tests say of a change that none of them noticed. */
    static String afterAll(int shown, int reaching) {
        return reaching == 0 ? UNREACHED : SURVIVED + " " + shown + " of " + reaching;
    }

    /** Whether a change is to be shown to further tests. */
    boolean isOpen(int change) {
        String verdict = verdicts.getOrDefault(change, UNREACHED);
        return verdict.equals(UNREACHED) || verdict.startsWith(SURVIVED);
    }

    /** Adds what the tests of one more module say. */
    void add(int change, String verdict) {
        verdicts.merge(change, verdict, ShownVerdicts::together);
    }

    private static String together(String before, String after) {
        if (after.equals(UNREACHED)) {
            return before;
        }
        return after.startsWith(SURVIVED) && before.startsWith(SURVIVED) ? before + ", " + after : after;
    }

    /** How many changes were noticed, how many survived, and how many no test reaches; without what does not compile. */
    String sum() {
        long compiled = verdicts.size() - count(DOES_NOT_COMPILE);
        long unreached = count(UNREACHED);
        long survived = count(SURVIVED);
        return (compiled - unreached - survived) + " of " + compiled + " changes were noticed, " + survived
                + " survived, and of " + unreached + " no test reaches the line";
    }

    private long count(String begin) {
        return verdicts.values().stream()
                .filter(verdict -> verdict.startsWith(begin))
                .count();
    }

    /** A line for each change that was not noticed. */
    List<String> left(IntFunction<String> row) {
        return Stream.of(SURVIVED, UNREACHED)
                .flatMap(kind -> verdicts.entrySet().stream()
                        .filter(verdict -> verdict.getValue().startsWith(kind))
                        .map(verdict -> "- " + row.apply(verdict.getKey()) + " (" + verdict.getValue() + ")"))
                .toList();
    }
}
