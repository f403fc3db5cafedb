package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Files;
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
    private static final Path QUERIES = Path.of("src/test/resources/hostile");
    private static final long[] SEEDS = {22};

    @TempDir
    Path folder;

    @Test
    void nobodyMovesAnAcceptedQueryFurtherThanDeclared() throws IOException {
        List<String> failures = new ArrayList<>();
        for (long seed : SEEDS) {
            Map<HostilePeople.Unit, HostileNeighbours> open = new EnumMap<>(HostilePeople.Unit.class);
            try {
                for (String line : lines("accepted.txt")) {
                    int bar = line.indexOf('|');
                    HostilePeople.Unit unit = HostilePeople.Unit.valueOf(line.substring(0, bar));
                    if (!open.containsKey(unit)) {
                        open.put(unit, new HostileNeighbours(unit, seed, folder.resolve(unit + "-" + seed)));
                    }
                    wrong(open.get(unit), line.substring(bar + 1)).forEach(wrong -> failures.add(line + "\n" + wrong));
                }
            } finally {
                open.values().forEach(HostileNeighbours::close);
            }
        }
        assertThat(String.join("\n\n", failures)).isEmpty();
    }

    private static List<String> wrong(HostileNeighbours people, String sql) {
        try {
            return people.wrong(people.prepare(sql));
        } catch (Refusal refusal) {
            return List.of(refusal.getMessage());
        }
    }

    @Test
    void theOthersAreRefused() throws IOException {
        List<String> failures = new ArrayList<>();
        Map<HostilePeople.Unit, PrepareQuery> planning = new EnumMap<>(HostilePeople.Unit.class);
        for (HostilePeople.Unit unit : HostilePeople.Unit.values()) {
            planning.put(unit, HostileNeighbours.planning(unit, folder));
        }
        for (String line : lines("refused.txt")) {
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

    private static List<String> lines(String file) throws IOException {
        return Files.readAllLines(QUERIES.resolve(file)).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
    }
}
