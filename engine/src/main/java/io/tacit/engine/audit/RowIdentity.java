package io.tacit.engine.audit;

import io.tacit.engine.audit.Trace.Group;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The identity by which the rows of two databases are compared.
 *
 * @param byFirst whether the first integer is part of a row's name, as where a group has a row for each leaf
 */
record RowIdentity(boolean byFirst) {
    static RowIdentity of(List<Group> one, List<Group> other, int integerCount) {
        RowIdentity byKeys = new RowIdentity(false);
        boolean twice =
                byKeys.index(one).size() < one.size() || byKeys.index(other).size() < other.size();
        return new RowIdentity(twice && integerCount == 2);
    }

    List<@Nullable Object> name(Group group) {
        List<@Nullable Object> name = new ArrayList<>(group.keys());
        if (byFirst) {
            name.add(group.integers().get(0));
        }
        return Collections.unmodifiableList(name);
    }

    Map<List<@Nullable Object>, Group> index(List<Group> groups) {
        Map<List<@Nullable Object>, Group> index = new HashMap<>();
        groups.forEach(group -> index.put(name(group), group));
        return index;
    }
}
