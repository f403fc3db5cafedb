package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** One option has one name, one form of its value, one default and one meaning in all commands. */
class OptionNamesTest {
    /** A simple default in the help: the last word of a sentence. */
    private static final Pattern DEFAULT = Pattern.compile("Default: (\\S+)\\.(?: |$)");

    /** Options of which some commands say in their own words what theirs does, and those commands. */
    private static final Map<String, Set<String>> OWN_WORDS = Map.ofEntries(
            Map.entry("--account", Set.of("budget history")),
            Map.entry("--analyst", Set.of("budget show", "ledger log", "policy show")),
            Map.entry("--delta", Set.of("budget grant")),
            Map.entry("--epsilon", Set.of("budget grant")),
            Map.entry("--file", Set.of("audit")),
            Map.entry("--format", Set.of("query", "explain", "experiment", "budget show")),
            Map.entry("--fresh", Set.of("experiment")),
            Map.entry("--help", Set.of("help")),
            Map.entry("--max-groups", Set.of("audit")),
            Map.entry("--output", Set.of("policy init", "experiment")),
            // Without one that is named, whoever asks may ask about files instead.
            Map.entry("--policy", Set.of("query", "shell", "tables", "explain")),
            Map.entry("--scale", Set.of("experiment")),
            // Nothing is done anew or removed by a question; a grant asks for it only where it is large.
            Map.entry("--yes", Set.of("query", "shell", "budget grant")));

    /** What holds where nothing is said, as the guides say it. */
    private static final Map<String, Set<String>> DEFAULTS = Map.ofEntries(
            Map.entry("--confidence", Set.of("0.95")),
            Map.entry("--delta", Set.of("1e-8", "0")),
            Map.entry("--epsilon", Set.of("1")),
            Map.entry("--format", Set.of("table")),
            Map.entry("--last", Set.of("50")),
            Map.entry("--level", Set.of("quick")),
            Map.entry("--max-groups", Set.of("5")),
            Map.entry("--output", Set.of("tacit.yaml", "experiments-out")),
            Map.entry("--policy", Set.of("tacit.yaml")),
            Map.entry("--scale", Set.of("0.1")));

    /** An option of a command. */
    private record Use(String command, OptionSpec option) {
        String words() {
            return String.join(" ", option.description());
        }

        String name() {
            return option.longestName();
        }
    }

    private static List<CommandLine> commands(CommandLine from) {
        return Stream.concat(
                        Stream.of(from),
                        from.getSubcommands().values().stream().flatMap(each -> commands(each).stream()))
                .toList();
    }

    private static List<Use> uses() {
        List<Use> all = new ArrayList<>();
        for (CommandLine command : commands(Tacit.commandLine())) {
            String name = command.getCommandSpec().qualifiedName().replaceFirst("^tacit ?", "");
            command.getCommandSpec().options().forEach(option -> all.add(new Use(name, option)));
        }
        assertThat(all).hasSizeGreaterThan(150);
        return all;
    }

    private static Map<String, Set<String>> each(Stream<Use> uses, Function<Use, String> what) {
        return uses.collect(Collectors.groupingBy(
                Use::name, TreeMap::new, Collectors.mapping(what, Collectors.toCollection(TreeSet::new))));
    }

    @Test
    void theSameOptionTakesTheSameKindOfValue() {
        // An experiment leaves many files.
        each(
                        uses().stream()
                                .filter(use -> !(use.command() + " " + use.name()).equals("experiment --output")),
                        use -> use.option().arity().max() == 0
                                ? "nothing"
                                : use.option().paramLabel() + " " + use.option().arity() + " "
                                        + (use.option().type().isEnum()
                                                ? ""
                                                : use.option().isMultiValue()))
                .forEach((name, kinds) -> assertThat(kinds).as(name).hasSize(1));
    }

    @Test
    void theSameOptionMeansTheSame() {
        each(
                        uses().stream()
                                .filter(use -> !OWN_WORDS
                                        .getOrDefault(use.name(), Set.of())
                                        .contains(use.command())),
                        Use::words)
                .forEach((name, words) -> assertThat(words).as(name).hasSize(1));
    }

    /** An exception that is none any more would hide the next one. */
    @Test
    void whoHasWordsOfItsOwnIsKnown() {
        Map<String, Set<String>> commands = each(uses().stream(), Use::command);
        OWN_WORDS.forEach((name, own) -> assertThat(commands.get(name)).as(name).containsAll(own));
    }

    @Test
    void allShortNamesStandForOneOption() {
        Map<String, Set<String>> longNames = new TreeMap<>();
        for (Use use : uses()) {
            for (String name : use.option().names()) {
                longNames.computeIfAbsent(name, none -> new TreeSet<>()).add(use.name());
            }
        }
        longNames.forEach((name, all) -> assertThat(all).as(name).hasSize(1));
    }

    /** Whoever names an analyst, or books, says of which policy; by the same option everywhere. */
    @Test
    void wherePoliciesAreReadTheyAreNamedByTheSameOption() {
        for (CommandLine command : commands(Tacit.commandLine())) {
            List<String> names = command.getCommandSpec().options().stream()
                    .map(OptionSpec::longestName)
                    .toList();
            List<String> words = command.getCommandSpec().positionalParameters().stream()
                    .map(word -> String.join(" ", word.description()))
                    .toList();
            if (names.contains("--analyst")
                    || names.contains("--account")
                    || words.toString().contains("The policy")) {
                assertThat(names).as(command.getCommandSpec().qualifiedName()).contains("--policy");
            }
        }
    }

    @Test
    void whoReadsTablesTakesAllOptionsOfTables() {
        Map<String, Set<String>> commands = each(uses().stream(), Use::command);
        for (String name : List.of(
                "--source",
                "--table",
                "--public",
                "--privacy-unit",
                "--foreign-key",
                "--unique",
                "--column",
                "--domain",
                "--encoding",
                "--multiline")) {
            assertThat(commands.get(name)).as(name).containsExactly("audit", "explain", "query", "shell", "tables");
        }
        for (String name : List.of("--epsilon", "--delta", "--max-groups", "--max-rows", "--confidence", "--policy")) {
            assertThat(commands.get(name)).as(name).contains("explain", "query", "shell");
        }
    }

    @Test
    void theDefaultInTheHelpIsTheDefault() {
        Map<String, Set<String>> found = new TreeMap<>();
        for (Use use : uses()) {
            Matcher said = DEFAULT.matcher(use.words());
            String words = said.find() ? said.group(1) : null;
            assertThat(use.option().defaultValue())
                    .as(use.command() + " " + use.name())
                    .isEqualTo(words);
            if (words != null) {
                found.computeIfAbsent(use.name(), none -> new TreeSet<>()).add(words);
            }
        }
        assertThat(found).isEqualTo(DEFAULTS);
    }

    @Test
    void aChoiceNamesAllThatMayBeChosen() {
        for (Use use : uses()) {
            if (use.option().type().isEnum()) {
                for (Object choice : use.option().type().getEnumConstants()) {
                    assertThat(use.words())
                            .as(use.command() + " " + use.name())
                            .matches(".*\\b" + choice.toString().toLowerCase(Locale.ROOT) + "\\b.*");
                }
            }
        }
    }
}
