package io.tacit.engine.plantedbugs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which tests a change of a line is shown to, and in which order. */
@NullUnmarked
class ReachedLinesTest {
    private static BitSet lines(int... lines) {
        BitSet all = new BitSet();
        for (int line : lines) {
            all.set(line);
        }
        return all;
    }

    private static ReachedLines recorded() {
        ReachedLines reached = new ReachedLines();
        reached.add("a.FarTest", 10, Map.of("b.Rule", lines(3, 4, 5)), Map.of("b.Rule", lines(9)));
        reached.add("b.SlowTest", 700, Map.of("b.Rule", lines(4), "b.Other", lines(1)), Map.of());
        reached.add("b.QuickTest", 20, Map.of("b.Rule", lines(4, 5)), Map.of("b.Rule", lines(3)));
        reached.add("b.RuleTest", 900, Map.of("b.Rule", lines(4)), Map.of("b.Rule", lines(3)));
        return reached;
    }

    @Test
    void theTestsOfAClassComeFirstThenItsNeighboursThenTheQuickest() {
        assertThat(recorded().of("b.Rule", 4)).containsExactly("b.RuleTest", "b.QuickTest", "b.SlowTest", "a.FarTest");
        assertThat(recorded().of("b.Rule", 5)).containsExactly("b.QuickTest", "a.FarTest");
        assertThat(recorded().of("b.Other", 1)).containsExactly("b.SlowTest");
    }

    @Test
    void aLineThatIsNotReachedHasNoTestAndOneWithoutCodeThoseOfItsClass() {
        assertThat(recorded().of("b.Rule", 9)).isEmpty();
        assertThat(recorded().of("b.Unknown", 1)).isEmpty();
        assertThat(recorded().of("b.Rule", 1)).hasSize(4);
    }

    @Test
    void whatIsWrittenIsReadAgain(@TempDir Path folder) throws IOException {
        recorded().write(folder.resolve("engine-0.txt"));
        ReachedLines one = new ReachedLines();
        one.add("b.AddedTest", 1, Map.of("b.Rule", lines(4, 9)), Map.of());
        one.write(folder.resolve("engine-AddedTest.txt"));
        one.write(folder.resolve("privacy-0.txt"));
        ReachedLines read = ReachedLines.read(folder, "engine");
        assertThat(read.of("b.Rule", 4))
                .containsExactly("b.RuleTest", "b.AddedTest", "b.QuickTest", "b.SlowTest", "a.FarTest");
        assertThat(read.of("b.Rule", 3)).containsExactly("a.FarTest");
        assertThat(read.of("b.Rule", 9)).containsExactly("b.AddedTest");
        assertThat(read.of("b.Rule", 1)).hasSize(5);
    }
}
