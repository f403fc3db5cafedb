package io.tacit.engine.session;

import io.tacit.engine.structure.Structure;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why one person is in no more groups, where the structure of the query says so. */
final class StructureWords {
    private StructureWords() {}

    /**
     * Why a person is in no more groups, such as {@code country is the person's own} or
     * {@code dow has 7 values or NULL}.
     *
     * @param maxGroups in how many groups a person counts
     * @return null where an option or a default allows fewer, or nothing is known
     */
    static @Nullable String groups(Structure structure, long maxGroups) {
        if (structure.keys().isEmpty() || structure.groups().orElse(Long.MAX_VALUE) != maxGroups) {
            return null;
        }
        if (structure.sets() > 1 && isOfSets(structure)) {
            return structure.sets() == maxGroups
                    ? "one in each of " + maxGroups + " grouping sets"
                    : "in all " + structure.sets() + " grouping sets together";
        }
        List<String> own = structure.keys().stream()
                .filter(Structure.Key::isOwn)
                .map(Structure.Key::name)
                .toList();
        String ofPerson = own.isEmpty() ? "" : list(own) + (own.size() == 1 ? " is" : " are") + " the person's own";
        if (own.size() == structure.keys().size()) {
            return ofPerson;
        }
        if (structure.rows().orElse(Long.MAX_VALUE) == maxGroups) {
            return "no person has more than " + maxGroups + (maxGroups == 1 ? " row" : " rows");
        }
        if (product(structure) != maxGroups) {
            return "there are no more combinations of the keys";
        }
        List<String> words = new ArrayList<>();
        structure.keys().stream()
                .filter(key -> !key.isOwn())
                .forEach(key -> words.add(key.name() + " has " + values(key)));
        return list(words) + (ofPerson.isEmpty() ? "" : "; " + ofPerson);
    }

    /** What limits a person where each row counts for itself. */
    static String rows(long maxRows) {
        return maxRows == 1
                ? "one row of each person counts, in all groups together"
                : "at most " + maxRows + " rows of each person count, in all groups together";
    }

    /** Whether the last key is the number of a grouping set. */
    private static boolean isOfSets(Structure structure) {
        return structure.keys().get(structure.keys().size() - 1).name().equals("s");
    }

    private static String values(Structure.Key key) {
        long present = key.present().orElseThrow();
        boolean orNull = key.values().orElseThrow() > present;
        return present + (present == 1 ? " value" : " values") + (orNull ? " or NULL" : "");
    }

    /** The product of the keys' numbers of values; 0 where one is not known. */
    private static long product(Structure structure) {
        long product = 1;
        for (Structure.Key key : structure.keys()) {
            long values = key.values().orElse(0);
            product = values > 0 && product <= Integer.MAX_VALUE / values ? product * values : 0;
        }
        return product;
    }

    private static String list(List<String> words) {
        int last = words.size() - 1;
        return last == 0 ? words.get(0) : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
    }
}
