package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.audit.InventedPlace;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Queries written by hand to get at one person: each is refused with the code beside it, or moves its exact integers by
 * no more than the noise is made for, whoever is taken out of {@link HostilePeople}.
 *
 * <p>A line of {@code hostile/accepted.txt} is {@code UNIT|query}, one of {@code hostile/refused.txt} {@code
 * CODE|UNIT|query}.
 */
@NullUnmarked
@Tag("walk")
class HostileQueriesTest {
    private static final long[] SEEDS = {22};

    @TempDir
    Path folder;

    @Test
    void nobodyMovesAnAcceptedQueryFurtherThanDeclared() throws IOException {
        HostileQueries queries = new HostileQueries(folder, () -> InventedPlace.FILES);
        for (long seed : SEEDS) {
            assertThat(String.join("\n\n", queries.failures(seed, 1, 0))).isEmpty();
        }
        assertThat(queries.lacking()).isZero();
    }

    @Test
    void theOthersAreRefused() throws IOException {
        List<String> failures = new ArrayList<>();
        Map<HostilePeople.Unit, PrepareQuery> planning = new EnumMap<>(HostilePeople.Unit.class);
        for (HostilePeople.Unit unit : HostilePeople.Unit.values()) {
            planning.put(unit, HostileNeighbours.planning(unit, folder));
        }
        for (String line : HostileQueries.lines("refused.txt")) {
            String[] parts = line.split("\\|", 3);
            HostilePeople.Unit unit = HostilePeople.Unit.valueOf(parts[1]);
            try {
                planning.get(unit).prepare(parts[2]);
                failures.add("accepted: " + line);
            } catch (Refusal refusal) {
                if (!refusal.code().code().equals(parts[0])) {
                    failures.add(line + "\n" + refusal.getMessage());
                }
            }
        }
        assertThat(String.join("\n\n", failures)).isEmpty();
    }
}
