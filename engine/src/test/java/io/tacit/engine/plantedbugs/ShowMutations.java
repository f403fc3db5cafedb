package io.tacit.engine.plantedbugs;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/**
 * A process that shows changes to the tests of one module, in whose folder it runs, and says of each what came of it:
 * {@code NUMBER|words}, after a line {@code .} for each test.
 */
@NullUnmarked
public final class ShowMutations {

    private final PrintStream out;
    private final ReachedLines reached;
    private final int mostTests;

    private ShowMutations(PrintStream out, ReachedLines reached, int mostTests) {
        this.out = out;
        this.reached = reached;
        this.mostTests = mostTests;
    }

    /** Arguments: those of {@link Mutations#of}; the most tests for each; the module; numbers of changes. */
    public static void main(String[] arguments) throws IOException {
        PrintStream out = System.out;
        // Tests may say something, too.
        System.setOut(System.err);
        List<Mutation> mutations =
                Mutations.of(arguments[0], Integer.parseInt(arguments[1]), Long.parseLong(arguments[2]));
        ReachedLines reached = ReachedLines.read(ReachedLines.FOLDER, arguments[4]);
        ShowMutations show = new ShowMutations(out, reached, Integer.parseInt(arguments[3]));
        for (int number : Arrays.stream(arguments[5].split(","))
                .mapToInt(Integer::parseInt)
                .toArray()) {
            out.println(number + "|" + show.verdict(mutations.get(number)));
        }
        // What a test left running must not keep this process.
        System.exit(0);
    }

    private String verdict(Mutation mutation) throws IOException {
        EngineWith engine;
        try {
            String text = Files.readString(Mutations.source(mutation.className()));
            engine = EngineWith.text(mutation.className(), mutation.applied(text));
        } catch (IllegalStateException doesNotCompile) {
            return ShownVerdicts.DOES_NOT_COMPILE;
        }
        List<String> tests = reached.of(mutation.className(), (int) mutation.line());
        for (String test : tests.subList(0, Math.min(mostTests, tests.size()))) {
            out.println(".");
            if (isNoticed(engine, test)) {
                return "noticed by " + test.substring(test.lastIndexOf('.') + 1);
            }
        }
        return ShownVerdicts.afterAll(Math.min(mostTests, tests.size()), tests.size());
    }

    private static boolean isNoticed(EngineWith engine, String test) {
        try {
            return !engine.hunted(Hunter.verifiedTests(test)).endsWith("|");
        } catch (RuntimeException | Error broken) {
            return true;
        }
    }
}
