package io.tacit.engine.plantedbugs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The table of planted bugs in {@code docs/audit.md}, between two marks. */
final class AuditPage {
    private static final Path PAGE = Path.of("../docs/audit.md");
    private static final String BEGIN = "<!-- planted bugs: written by PlantedBugsTest -->\n";
    private static final String END = "<!-- end of planted bugs -->\n";

    private AuditPage() {}

    /** The rows of the table, without the column that says how long it took to find. */
    static List<String> rows() throws IOException {
        String text = Files.readString(PAGE);
        return text.substring(text.indexOf(BEGIN) + BEGIN.length(), text.indexOf(END))
                .lines()
                .skip(2)
                .map(row -> row.substring(0, row.lastIndexOf('|', row.length() - 2) + 1))
                .toList();
    }

    /** What {@link #rows} must be. */
    static List<String> expected(List<PlantedBug> bugs) {
        return bugs.stream().map(AuditPage::row).toList();
    }

    private static String row(PlantedBug bug) {
        return "| " + bug.number() + " | " + bug.title().replace("|", "\\|") + " | "
                + bug.hunter().layer() + " | " + looked(bug.hunter()).replace("|", "\\|") + " |";
    }

    private static String looked(Hunter hunter) {
        return switch (hunter.layer()) {
            case "L0", "L2" -> "mechanisms and laws named “" + hunter.what() + "”";
            case "L1" -> hunter.what().isEmpty() ? "all queries" : "queries with `" + hunter.what() + "`";
            case "L3" -> "the subject “" + hunter.what() + "”";
            case "test" -> "`" + hunter.what().substring(hunter.what().lastIndexOf('.') + 1) + "`";
            default -> "`" + hunter.what() + "…`";
        };
    }

    /**
     * Writes the table. Bugs that were not run keep the rows that they have.
     *
     * @param runs how many runs it took to find each
     */
    static void write(List<PlantedBug> bugs, Map<PlantedBug, Long> runs) throws IOException {
        String text = Files.readString(PAGE);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        int end = text.indexOf(END);
        List<String> before = text.substring(begin, end).lines().toList();
        String head = before.stream().limit(2).map(line -> line + "\n").collect(Collectors.joining());
        String table = bugs.stream()
                .flatMap(bug -> runs.containsKey(bug)
                        ? Stream.of(row(bug) + String.format(Locale.ROOT, " %,d |", runs.get(bug)))
                        : before.stream().filter(line -> line.startsWith(row(bug))))
                .map(line -> line + "\n")
                .collect(Collectors.joining());
        Files.writeString(PAGE, text.substring(0, begin) + head + table + text.substring(end));
    }
}
