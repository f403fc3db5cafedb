package io.tacit.engine.structure;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.ownership.PrivateAggregation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * What the structure of a release proves of one person, from the query and from what the owner declared: see {@code
 * Facts.md}. A number that rests on a declaration holds as far as that is right, so whoever uses it enforces it; only
 * {@link #provenRows} holds of any data.
 *
 * @param groups at most how many groups a person is in
 * @param rows at most how many rows a person has in all groups together
 * @param rowsPerGroup at most how many rows a person has in a group
 * @param provenRows the same as {@code rows}, whatever the data are and whatever is declared
 * @param keys why so many groups, by key
 * @param sets how many grouping sets there are
 * @param differentValues for each field of which different values are counted, at most how many a person has in a group
 */
public record Structure(
        OptionalLong groups,
        OptionalLong rows,
        OptionalLong rowsPerGroup,
        OptionalLong provenRows,
        List<Key> keys,
        int sets,
        Map<Integer, Long> differentValues) {
    public Structure {
        keys = List.copyOf(keys);
        differentValues = Map.copyOf(differentValues);
    }

    /**
     * A group key.
     *
     * @param name what the query calls it; {@code key number 2} where it has no name
     * @param present at most how many values it takes in one person's rows, NULL aside
     * @param values the same with NULL, which counts as one more
     */
    public record Key(String name, OptionalLong present, OptionalLong values) {
        /** Whether the key is the same in all rows of a person. */
        public boolean isOwn() {
            return values.isPresent() && values.getAsLong() <= 1;
        }
    }

    /**
     * What is known where each of a person's rows counts for itself: it is in one group, beside at most so many others. The
     * limit is enforced.
     */
    public Structure ofRows(long rows) {
        return new Structure(
                OptionalLong.of(rows),
                OptionalLong.of(rows),
                OptionalLong.of(1),
                OptionalLong.empty(),
                List.of(),
                this.sets,
                Map.of());
    }

    /** The same without what the query calls its keys. */
    public Structure unnamed() {
        return new Structure(
                groups,
                rows,
                rowsPerGroup,
                provenRows,
                keys.stream()
                        .map(key -> new Key("", key.present(), key.values()))
                        .toList(),
                sets,
                differentValues);
    }

    /** The structure of a release. */
    public static Structure of(PrivateAggregation release, Catalog catalog) {
        Facts facts = Facts.declared(catalog);
        RelNode rows = release.input();
        RexNode person = RexInputRef.of(release.unit(), rows.getRowType());
        List<RexNode> keys = new ArrayList<>();
        release.keys().forEachInt(key -> keys.add(RexInputRef.of(key, rows.getRowType())));
        Fixed ofPerson = Fixed.NOTHING.with(person, true);
        Fixed ofGroup = withKeys(ofPerson, keys);
        Map<Integer, Long> values = new HashMap<>();
        for (AggregateCall call : release.calls()) {
            if (call.isDistinct() && call.getArgList().size() == 1) {
                int field = call.getArgList().get(0);
                facts.values(rows, ofGroup, field).present().known().ifPresent(most -> values.put(field, most));
            }
        }
        GroupKeys sets = GroupKeys.of(rows, person, keys);
        return new Structure(
                groups(facts, rows, ofPerson, keys, sets).known(),
                facts.rows(rows, ofPerson).known(),
                facts.rows(rows, ofGroup).known(),
                proven(rows, release).known(),
                named(release, facts, ofPerson, keys),
                sets.sets().size(),
                values);
    }

    private static Fixed withKeys(Fixed ofPerson, List<RexNode> keys) {
        Fixed ofGroup = ofPerson;
        for (RexNode key : keys) {
            ofGroup = ofGroup.with(key, false);
        }
        return ofGroup;
    }

    private static Most groups(Facts facts, RelNode rows, Fixed ofPerson, List<RexNode> keys, GroupKeys sets) {
        Most all = Most.NONE;
        for (List<RexNode> set : sets.sets()) {
            all = all.plus(facts.together(sets.rows(), Fixed.NOTHING.with(sets.person(), true), set));
        }
        return all.and(facts.together(rows, ofPerson, keys));
    }

    /**
     * The proven number of a person's rows; unknown where the person is a DOUBLE, as engines differ in which DOUBLEs
     * are equal, and where an operator is not {@link #plain}.
     */
    private static Most proven(RelNode rows, PrivateAggregation release) {
        RexNode person = RexInputRef.of(release.unit(), rows.getRowType());
        return person.getType().getSqlTypeName() == SqlTypeName.DOUBLE || !plain(rows)
                ? Most.ANY
                : Facts.proven().rows(rows, Fixed.NOTHING.with(person, true));
    }

    /**
     * Whether a relation is made of the operators whose number of rows is easily seen. Enforcing a limit costs little, and
     * of outer joins, constants and arrays more can be misjudged; so there it is always enforced.
     */
    private static boolean plain(RelNode relation) {
        boolean known = relation instanceof TableScan
                || relation instanceof Project
                || relation instanceof Filter
                || relation instanceof Aggregate
                || relation instanceof Union
                || relation instanceof Join join && join.getJoinType() == JoinRelType.INNER;
        return known && relation.getInputs().stream().allMatch(Structure::plain);
    }

    private static List<Key> named(PrivateAggregation release, Facts facts, Fixed ofPerson, List<RexNode> keys) {
        List<Key> named = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            String name = release.rowType().getFieldNames().get(i);
            boolean made = name.matches("(?:EXPR\\$|\\$f|f|k)[0-9]+");
            Values values = facts.values(release.input(), ofPerson, keys.get(i));
            named.add(new Key(
                    made ? "key number " + (i + 1) : name,
                    values.present().known(),
                    values.all().known()));
        }
        return named;
    }
}
