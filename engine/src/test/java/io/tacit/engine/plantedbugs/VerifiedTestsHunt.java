package io.tacit.engine.plantedbugs;

import java.util.List;

/** Runs the tests of one class that {@code mvn verify} runs, over the engine that it was loaded with. */
public final class VerifiedTestsHunt implements Hunt {
    /** What the build leaves out, and what is planted, since that would be planted into classes that are changed. */
    private static final List<String> LEFT_OUT = List.of("hasty", "planted");

    /** @param test a class by its whole name */
    @Override
    public String apply(String test) {
        return TestHunt.found(List.of(TestHunt.selector(test)), LEFT_OUT);
    }
}
