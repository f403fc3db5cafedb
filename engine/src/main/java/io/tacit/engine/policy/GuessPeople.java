package io.tacit.engine.policy;

import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Protection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Guesses from names and foreign keys whose rows a table holds. Each guess is marked for the owner to decide. */
final class GuessPeople {
    /** Words by which people are called in tables, as a whole part of a name. */
    private static final Pattern PERSON = Pattern.compile(
            "(?i)(?:.*[^a-z]|[a-z]_)?(?:customer|cust|patient|person|people|user|client|visitor|member|student|employee|subscriber"
                    + "|household|citizen|account|subject|participant|passenger|guest)s?(?:$|[^a-z].*|id$|key$|no$|number$)");

    private static final Pattern CAMEL = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");
    private static final Pattern IDENTIFIER =
            Pattern.compile("(?i)(?:id|uid|pid|.*[^a-z](?:id|key|no|number|code)|.*key|.*id)");

    private final List<DraftPolicy.Drafted> tables;

    GuessPeople(List<DraftPolicy.Drafted> tables) {
        this.tables = tables;
    }

    /** The lines that say whose rows a table holds, comments first. */
    List<String> lines(DraftPolicy.Drafted table) {
        Optional<String> own = ownColumn(table);
        if (own.isPresent()) {
            return List.of(
                    "# DECIDE: is this the person whose rows these are? Guessed from its name.",
                    "person: " + DraftPolicy.quoted(own.get()));
        }
        Optional<DatabaseSchema.Reference> path = path(table, new HashSet<>());
        if (path.isPresent()) {
            DatabaseSchema.Reference key = path.get();
            return List.of(
                    "# DECIDE: does this foreign key of the database lead to the person whose rows these are?",
                    "person: {through: " + DraftPolicy.quoted(key.column()) + ", to: "
                            + DraftPolicy.quoted(key.table() + "." + key.target()) + "}");
        }
        List<String> identifiers = table.table().columns().stream()
                .map(Column::name)
                .filter(name -> IDENTIFIER.matcher(name).matches())
                .toList();
        List<String> lines = new ArrayList<>();
        lines.add("# DECIDE: whose rows are these? Nothing was found that names a person. Write one of:");
        lines.add("#   person: COLUMN"
                + (identifiers.isEmpty() ? "" : "   (perhaps " + String.join(", ", identifiers) + ")"));
        lines.add("#   person: {through: COLUMN, to: TABLE.COLUMN, unique: checked}");
        lines.add("#   public: true   only if no row is about a person");
        return lines;
    }

    /**
     * The protection that the draft proposes, and columns by which single rows can be found; empty where nobody's rows
     * were recognised.
     */
    Optional<Guess> guess(DraftPolicy.Drafted table) {
        List<String> keys = new ArrayList<>();
        table.unique().stream().filter(key -> key.size() == 1).forEach(keys::addAll);
        tables.forEach(other -> other.references().stream()
                .filter(key -> key.table().equalsIgnoreCase(table.table().name()))
                .forEach(key -> keys.add(key.target())));
        Optional<String> own = ownColumn(table);
        if (own.isPresent()) {
            return Optional.of(new Guess(new Protection.UnitColumn(own.get()), keys));
        }
        return path(table, new HashSet<>())
                .map(key -> new Guess(new Protection.ForeignKey(key.column(), key.table(), key.target()), keys));
    }

    /**
     * What analysts cannot ask while a column is hidden by which people's rows are told apart or joined, and how to let
     * them; nothing for other columns. Lines of a comment.
     */
    List<String> hiding(DraftPolicy.Drafted table, Column column) {
        boolean person = ownColumn(table).filter(column.name()::equals).isPresent();
        List<String> others = tables.stream()
                .filter(other -> !other.equals(table))
                .filter(other -> person && ownColumn(other).isPresent()
                        || refers(table, column, other)
                        || refersTo(other, table, column))
                .map(other -> DraftPolicy.quoted(other.table().name()))
                .toList();
        List<String> lines = new ArrayList<>();
        if (!others.isEmpty()) {
            lines.add("While it is hidden, nobody can join "
                    + DraftPolicy.quoted(table.table().name()) + " on it with " + String.join(", ", others) + ".");
        }
        if (person) {
            lines.add("While it is hidden, nobody can count people, COUNT(DISTINCT " + DraftPolicy.quoted(column.name())
                    + "), or compute for each person first.");
        }
        if (!lines.isEmpty()) {
            lines.add("To allow that, write hidden: false. Answers protect people all the same.");
        }
        return lines;
    }

    private static boolean refers(DraftPolicy.Drafted from, Column column, DraftPolicy.Drafted to) {
        return from.references().stream()
                .anyMatch(key -> key.column().equalsIgnoreCase(column.name())
                        && key.table().equalsIgnoreCase(to.table().name()));
    }

    private static boolean refersTo(DraftPolicy.Drafted from, DraftPolicy.Drafted to, Column column) {
        return from.references().stream()
                .anyMatch(key -> key.target().equalsIgnoreCase(column.name())
                        && key.table().equalsIgnoreCase(to.table().name()));
    }

    /**
     * What is guessed of a table.
     *
     * @param protection whose rows it holds
     * @param keys columns that are different in each row, or that lead to people
     */
    record Guess(Protection protection, List<String> keys) {}

    /** Guesses the person's column: in a table named after people, its key; otherwise a column named after them. */
    private static Optional<String> ownColumn(DraftPolicy.Drafted table) {
        List<String> names = table.table().columns().stream().map(Column::name).toList();
        List<String> people = names.stream()
                .filter(GuessPeople::namesPeople)
                .filter(name -> IDENTIFIER.matcher(name).matches() || name.matches("[A-Za-z]+"))
                .toList();
        List<String> best = people.stream()
                .filter(name -> IDENTIFIER.matcher(name).matches())
                .toList();
        boolean aboutPeople = namesPeople(table.table().name());
        Optional<String> key = aboutPeople
                ? names.stream()
                        .filter(name -> name.toLowerCase(Locale.ROOT).matches("id|uid|pid|key|no|number"))
                        .findFirst()
                : Optional.empty();
        return key.or(() -> best.stream().findFirst()).or(() -> people.stream().findFirst());
    }

    /** Whether a name has a word for people in it. */
    static boolean namesPeople(String name) {
        return PERSON.matcher(CAMEL.matcher(name).replaceAll("_")).matches();
    }

    /** A foreign key from which people can be reached. */
    private Optional<DatabaseSchema.Reference> path(DraftPolicy.Drafted table, Set<String> seen) {
        if (!seen.add(table.table().name().toLowerCase(Locale.ROOT))) {
            return Optional.empty();
        }
        return table.references().stream()
                .filter(key -> tables.stream()
                        .filter(other -> other.table().name().equalsIgnoreCase(key.table()))
                        .anyMatch(other -> ownColumn(other).isPresent()
                                || path(other, seen).isPresent()))
                .findFirst();
    }
}
