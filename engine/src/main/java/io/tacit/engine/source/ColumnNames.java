package io.tacit.engine.source;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Makes names that queries can use from the fields of a header. */
final class ColumnNames {
    private ColumnNames() {}

    /** Makes names trimmed, without control characters, not empty, and all different, also in another case. */
    static List<String> unique(List<String> header) {
        List<String> names = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < header.size(); i++) {
            String name =
                    header.get(i).replaceAll("[\\p{Cc}\\p{Zl}\\p{Zp}\"]+", " ").strip();
            if (name.isEmpty()) {
                name = "column" + (i + 1);
            }
            String free = name;
            for (int n = 2; !taken.add(free.toLowerCase(Locale.ROOT)); n++) {
                free = name + "_" + n;
            }
            names.add(free);
        }
        return names;
    }
}
