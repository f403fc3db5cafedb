package io.tacit.engine.plantedbugs;

import java.util.Arrays;
import java.util.List;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs one test, or a class of tests, over the engine that it was loaded with. */
public final class TestHunt implements Hunt {
    private static final String ALL = "io.tacit.engine.";

    /** @param test a class, from {@code io.tacit.engine} on or by its whole name, or {@code class#method} */
    @Override
    public String apply(String test) {
        return found(List.of(selector(test)), test);
    }

    static DiscoverySelector selector(String test) {
        String[] parts = test.split("#", -1);
        try {
            // By name alone, the classes of another loader would be found.
            Class<?> tests =
                    TestHunt.class.getClassLoader().loadClass((parts[0].startsWith("io.tacit.") ? "" : ALL) + parts[0]);
            return parts.length == 1
                    ? DiscoverySelectors.selectClass(tests)
                    : Arrays.stream(tests.getDeclaredMethods())
                            .filter(method -> method.getName().equals(parts[1]) && !method.isSynthetic())
                            .map(method -> DiscoverySelectors.selectMethod(tests, method))
                            .findFirst()
                            .orElseThrow(() -> new IllegalStateException("there is no test " + parts[1]));
        } catch (ClassNotFoundException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /** How many tests of these started, and the first failure, after which no more are run. */
    static String found(List<DiscoverySelector> selectors, String name) {
        String found = found(selectors, List.of());
        if (found.equals("0|")) {
            throw new IllegalStateException("there is no test of " + name);
        }
        return found;
    }

    /** The same without tests of these tags; {@code 0|} where there are no others. */
    static String found(List<DiscoverySelector> selectors, List<String> leftOut) {
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        CancellationToken token = CancellationToken.create();
        TestExecutionListener first = new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                    token.cancel();
                }
            }
        };
        LauncherDiscoveryRequestBuilder request =
                LauncherDiscoveryRequestBuilder.request().selectors(selectors);
        if (!leftOut.isEmpty()) {
            request.filters(TagFilter.excludeTags(leftOut));
        }
        LauncherFactory.create()
                .execute(request.forExecution()
                        .cancellationToken(token)
                        .listeners(summary, first)
                        .build());
        TestExecutionSummary found = summary.getSummary();
        String words = found.getFailures().stream()
                .map(failure -> failure.getTestIdentifier().getDisplayName() + ": " + failure.getException())
                .findFirst()
                .orElse("");
        return found.getTestsStartedCount() + "|" + words;
    }
}
