package io.tacit.engine.catalog;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Names of a source's columns of which some engine takes one for another: names that are equal, or differ in case, in
 * blanks at their ends, in signs that nobody sees or in the way a letter is written. Of a column that has such a name nobody
 * can say which it is; it can neither say whose a row is nor be named, and is left out.
 *
 * <p>Engines and programs tell equal names apart by a number behind them, such as {@code pid_1} or {@code pid_2}. A column
 * that the source itself calls so is one of the group, too.
 *
 * @param groups of columns whose names mean each other, each of at least two
 */
public record AmbiguousNames(List<List<Spelling>> groups) {
    private static final int MOST_NUMBERS = 5;

    private static final int MOST_SHOWN = 8;
    private static final int LONGEST_SHOWN = 60;

    /** Of a source whose names are all different. */
    public static final AmbiguousNames NONE = new AmbiguousNames(List.of());

    /**
     * A column of the source.
     *
     * @param name as the source has it
     * @param place among its columns, from 1
     */
    public record Spelling(String name, int place) {
        /** The name in quotes, so that blanks are seen, without signs that a terminal obeys, and its place. */
        String shown() {
            String seen = name.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "?");
            String cut = seen.length() > LONGEST_SHOWN ? seen.substring(0, LONGEST_SHOWN) + "…" : seen;
            return "\"" + cut + "\" (column " + place + ")";
        }
    }

    public AmbiguousNames {
        groups = groups.stream().map(List::copyOf).toList();
    }

    /** The groups among all names of a source, in its order. */
    public static AmbiguousNames of(List<String> names) {
        Map<String, List<Spelling>> alike = new LinkedHashMap<>();
        IntStream.range(0, names.size())
                .forEach(i -> alike.computeIfAbsent(folded(names.get(i)), none -> new ArrayList<>())
                        .add(new Spelling(names.get(i), i + 1)));
        Map<String, List<Spelling>> groups = new LinkedHashMap<>();
        alike.forEach((folded, group) -> {
            if (group.size() > 1) {
                groups.put(folded, group);
            }
        });
        if (groups.isEmpty()) {
            return NONE;
        }
        alike.forEach((folded, group) -> unnumbered(folded)
                .filter(groups::containsKey)
                .findFirst()
                .map(groups::get)
                .filter(renamed -> group.size() == 1)
                .ifPresent(renamed -> renamed.addAll(group)));
        return new AmbiguousNames(List.copyOf(groups.values()));
    }

    /** The name before a number that tells equal names apart, and before one more where there are several. */
    private static Stream<String> unnumbered(String folded) {
        return Stream.iterate(folded, name -> name.replaceFirst(" ?[_:.][0-9]{1,4}$", ""))
                .limit(MOST_NUMBERS)
                .skip(1)
                .filter(name -> !name.equals(folded));
    }

    /** The name as whoever takes it most loosely has it: two names that some engine takes for one are equal here. */
    public static String folded(String name) {
        String plain = Normalizer.normalize(name, Normalizer.Form.NFKC)
                .replaceAll("[\\p{Cf}\\uFE00-\\uFE0F\\u034F]", "")
                .replaceAll("[\\p{Cc}\\p{Z}\"]+", " ")
                .strip();
        return small(small(plain).toUpperCase(Locale.ROOT));
    }

    /** Letter by letter: of a whole text the letter İ would become two signs. */
    private static String small(String text) {
        StringBuilder small = new StringBuilder();
        text.codePoints().map(Character::toLowerCase).forEach(small::appendCodePoint);
        return small.toString();
    }

    /** Whether a column of the source has a name of this spelling that means several. */
    public boolean has(String name) {
        return groups.stream()
                .flatMap(List::stream)
                .anyMatch(each -> each.name().equals(name));
    }

    /** Why nobody can say which column is meant by a name; empty where no name of a group is like it. */
    public Optional<String> why(String wanted) {
        String folded = folded(wanted);
        return groups.stream()
                .filter(group -> group.stream()
                                .anyMatch(each -> folded(each.name()).equals(folded))
                        || unnumbered(folded).anyMatch(folded(group.get(0).name())::equals))
                .findFirst()
                .map(group -> "The name " + wanted + " could mean several columns: " + shown(group) + ".");
    }

    /** What is left out for its name, as a sentence; empty where nothing is. */
    public Optional<String> leftOut() {
        return groups.isEmpty()
                ? Optional.empty()
                : Optional.of("Left out, since their names could mean each other: "
                        + groups.stream()
                                .limit(MOST_SHOWN)
                                .map(AmbiguousNames::shown)
                                .collect(Collectors.joining("; "))
                        + (groups.size() > MOST_SHOWN ? "; and others" : "") + ".");
    }

    private static String shown(List<Spelling> group) {
        return group.stream().limit(MOST_SHOWN).map(Spelling::shown).collect(Collectors.joining(" and "))
                + (group.size() > MOST_SHOWN ? " and others" : "");
    }

    /** What the owner can do about it. */
    public static String advice() {
        return "Give each column of the source a name of its own; letters of another case, blanks and a number behind"
                + " a name do not tell them apart.";
    }
}
