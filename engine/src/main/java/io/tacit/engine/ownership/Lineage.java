package io.tacit.engine.ownership;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/**
 * Which fields of a relation identify the person of a row, and which do so only where an outer join has not put NULL in
 * their place.
 *
 * <p>After {@code a FULL JOIN b USING (uid)} neither {@code a.uid} nor {@code b.uid} is the person of every row, but
 * {@code COALESCE(a.uid, b.uid)}, which the query calls {@code uid}, is. After a third full join it takes all three
 * columns; after {@code a LEFT JOIN b} it takes {@code a.uid}, with or without {@code b.uid} behind it.
 *
 * @param identifying for each field that says it in every row the domain of what it holds
 * @param partial for each field that says it or is NULL the same
 * @param pairs for each domain the full joins of which some side is there in every row
 */
record Lineage(Map<Integer, String> identifying, Map<Integer, String> partial, Map<String, List<List<Cover>>> pairs) {
    /**
     * Fields of which at least one identifies the person of a row: any single field, or all parts of one of the lists
     * together.
     */
    record Cover(Set<Integer> fields, List<List<Cover>> pairs) {
        Cover {
            fields = Set.copyOf(fields);
            pairs = List.copyOf(pairs);
        }

        boolean isEmpty() {
            return fields.isEmpty() && pairs.isEmpty();
        }

        /** Whether the given fields are enough, so that one of them is not NULL in any row. */
        boolean isIn(Set<Integer> shown) {
            return fields.stream().anyMatch(shown::contains)
                    || pairs.stream().anyMatch(sides -> sides.stream().allMatch(side -> side.isIn(shown)));
        }

        /** The cover after fields were moved, each perhaps to several places. */
        Cover at(Map<Integer, Set<Integer>> places) {
            Set<Integer> moved = new HashSet<>();
            fields.forEach(field -> moved.addAll(places.getOrDefault(field, Set.of())));
            return new Cover(moved, moved(pairs, places));
        }

        private static List<List<Cover>> moved(List<List<Cover>> pairs, Map<Integer, Set<Integer>> places) {
            return pairs.stream()
                    .map(sides -> sides.stream().map(side -> side.at(places)).toList())
                    .filter(sides -> sides.stream().noneMatch(Cover::isEmpty))
                    .toList();
        }
    }

    Lineage {
        identifying = Map.copyOf(identifying);
        partial = Map.copyOf(partial);
        pairs = Map.copyOf(pairs);
    }

    Lineage(Map<Integer, String> identifying) {
        this(identifying, Map.of(), Map.of());
    }

    Optional<String> domain(int field) {
        return Optional.ofNullable(identifying.get(field));
    }

    /**
     * The domain of a value over this relation that identifies the person: a field, also under a cast that loses
     * nothing, or the COALESCE of the fields that a full join left.
     */
    Optional<String> domain(RexNode value) {
        Map<Integer, String> fields = new HashMap<>();
        return only(value, fields).filter(domain -> cover(domain).isIn(fields.keySet()));
    }

    /** The domain of a value where it is not NULL, for example where it is equal to something. */
    Optional<String> domainWhereNotNull(RexNode value) {
        return only(value, new HashMap<>());
    }

    private Optional<String> only(RexNode value, Map<Integer, String> fields) {
        return collect(value, fields) && new HashSet<>(fields.values()).size() == 1
                ? fields.values().stream().findFirst()
                : Optional.empty();
    }

    /**
     * Collects a field, or the fields of a COALESCE; false if the value holds anything but identifying fields and NULL.
     */
    private boolean collect(RexNode value, Map<Integer, String> fields) {
        RexNode plain = KeyEquality.uncast(value);
        if (plain instanceof RexInputRef field) {
            int index = field.getIndex();
            domain(index).or(() -> Optional.ofNullable(partial.get(index))).ifPresent(d -> fields.put(index, d));
            return fields.containsKey(index);
        }
        return plain instanceof RexCall call
                && call.getKind() == SqlKind.COALESCE
                && call.getOperands().stream().allMatch(operand -> collect(operand, fields));
    }

    private Cover cover(String domain) {
        Set<Integer> fields = identifying.keySet().stream()
                .filter(field -> domain.equals(identifying.get(field)))
                .collect(Collectors.toSet());
        return new Cover(fields, pairs.getOrDefault(domain, List.of()));
    }

    /** The lineage after a projection. */
    Lineage projected(List<RexNode> values) {
        Map<Integer, String> known = new HashMap<>();
        Map<Integer, String> perhaps = new HashMap<>();
        Map<Integer, Set<Integer>> places = new HashMap<>();
        for (int i = 0; i < values.size(); i++) {
            int place = i;
            domain(values.get(i)).ifPresent(domain -> known.put(place, domain));
            if (KeyEquality.uncast(values.get(i)) instanceof RexInputRef field) {
                places.computeIfAbsent(field.getIndex(), f -> new HashSet<>()).add(i);
                if (partial.containsKey(field.getIndex())) {
                    perhaps.put(i, partial.get(field.getIndex()));
                }
            }
        }
        return new Lineage(known, perhaps, moved(places));
    }

    /** The lineage after other fields were put in front. */
    Lineage behind(int others) {
        Map<Integer, String> known = new HashMap<>();
        identifying.forEach((field, domain) -> known.put(field + others, domain));
        Map<Integer, String> perhaps = new HashMap<>();
        partial.forEach((field, domain) -> perhaps.put(field + others, domain));
        Map<Integer, Set<Integer>> places = new HashMap<>();
        List.of(identifying, partial)
                .forEach(fields -> fields.keySet().forEach(field -> places.put(field, Set.of(field + others))));
        return new Lineage(known, perhaps, moved(places));
    }

    private Map<String, List<List<Cover>>> moved(Map<Integer, Set<Integer>> places) {
        Map<String, List<List<Cover>>> moved = new HashMap<>();
        pairs.forEach((domain, lists) -> moved.put(domain, Cover.moved(lists, places)));
        return moved;
    }

    /**
     * The lineage of people's rows joined on the person.
     *
     * @param right with the places that its fields have in the join
     */
    Lineage joined(JoinRelType kind, Lineage right) {
        Map<Integer, String> known = new HashMap<>();
        Map<Integer, String> perhaps = new HashMap<>(partial);
        perhaps.putAll(right.partial);
        (kind.generatesNullsOnLeft() ? perhaps : known).putAll(identifying);
        (kind.generatesNullsOnRight() ? perhaps : known).putAll(right.identifying);
        Map<String, List<List<Cover>>> covers = new HashMap<>();
        if (!kind.generatesNullsOnLeft()) {
            covers.putAll(pairs);
        }
        if (!kind.generatesNullsOnRight()) {
            right.pairs.forEach((domain, lists) -> covers.merge(domain, lists, Lineage::both));
        }
        if (kind == JoinRelType.FULL) {
            for (String domain : new HashSet<>(perhaps.values())) {
                List<Cover> sides = List.of(cover(domain), right.cover(domain));
                if (sides.stream().noneMatch(Cover::isEmpty)) {
                    covers.put(domain, List.of(sides));
                }
            }
        }
        return new Lineage(known, perhaps, covers);
    }

    private static List<List<Cover>> both(List<List<Cover>> a, List<List<Cover>> b) {
        List<List<Cover>> all = new ArrayList<>(a);
        all.addAll(b);
        return all;
    }
}
