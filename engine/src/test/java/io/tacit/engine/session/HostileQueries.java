package io.tacit.engine.session;

import io.tacit.engine.audit.InventedPlace;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.NullUnmarked;

/** The accepted ones of the hostile queries, over people of one engine. */
@NullUnmarked
final class HostileQueries {
    private static final Path QUERIES = Path.of("src/test/resources/hostile");

    /** What an engine lacks is refused so. */
    private static final Set<ErrorCode> LACKING =
            Set.of(ErrorCode.UNSUPPORTED_FUNCTION, ErrorCode.AGGREGATE, ErrorCode.ARGUMENT_TYPE);

    private final Path folder;
    private final Supplier<InventedPlace> places;
    private int lacking;

    /** @param places a place for the people of one unit and their neighbours */
    HostileQueries(Path folder, Supplier<InventedPlace> places) {
        this.folder = folder;
        this.places = places;
    }

    /** The queries of a file, each in a line. */
    static List<String> lines(String file) throws IOException {
        return Files.readAllLines(QUERIES.resolve(file)).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
    }

    /** How many queries the engine lacks something for. */
    int lacking() {
        return lacking;
    }

    /**
     * What is wrong with one in so many of them.
     *
     * @param first which is the first one that is tried
     */
    List<String> failures(long seed, int share, int first) throws IOException {
        List<String> failures = new ArrayList<>();
        Map<HostilePeople.Unit, HostileNeighbours> open = new EnumMap<>(HostilePeople.Unit.class);
        List<InventedPlace> used = new ArrayList<>();
        try {
            List<String> lines = lines("accepted.txt");
            for (int i = first; i < lines.size(); i += share) {
                String line = lines.get(i);
                int bar = line.indexOf('|');
                HostilePeople.Unit unit = HostilePeople.Unit.valueOf(line.substring(0, bar));
                if (!open.containsKey(unit)) {
                    used.add(places.get());
                    open.put(
                            unit,
                            new HostileNeighbours(
                                    unit, seed, folder.resolve(unit + "-" + seed), used.get(used.size() - 1)));
                }
                wrong(open.get(unit), line.substring(bar + 1)).forEach(wrong -> failures.add(line + "\n" + wrong));
            }
        } finally {
            open.values().forEach(HostileNeighbours::close);
            used.forEach(InventedPlace::close);
        }
        return failures;
    }

    private List<String> wrong(HostileNeighbours people, String sql) {
        PreparedQuery query;
        try {
            query = people.prepare(sql);
        } catch (Refusal refusal) {
            lacking += LACKING.contains(refusal.code()) ? 1 : 0;
            return LACKING.contains(refusal.code()) ? List.of() : List.of(refusal.getMessage());
        }
        try {
            return people.wrong(query);
        } catch (Refusal refusal) {
            boolean unplanned = people.isUnplanned(query);
            lacking += unplanned ? 1 : 0;
            return unplanned ? List.of() : List.of(refusal.getMessage());
        }
    }
}
