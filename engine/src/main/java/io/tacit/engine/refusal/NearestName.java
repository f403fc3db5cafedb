package io.tacit.engine.refusal;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that was probably meant. */
public final class NearestName {
    private NearestName() {}

    /** The name with the fewest typing errors between it and what was written, if they are few for its length. */
    public static Optional<String> of(String written, Collection<String> names) {
        String wanted = written.toLowerCase(Locale.ROOT);
        int best = Math.max(1, wanted.length() / 3) + 1;
        String nearest = null;
        for (String name : names) {
            String candidate = name.toLowerCase(Locale.ROOT);
            boolean part = wanted.length() >= 3 && (candidate.startsWith(wanted) || candidate.endsWith(wanted));
            int distance = Math.min(distance(wanted, candidate), part ? 1 : Integer.MAX_VALUE);
            if (distance < best) {
                best = distance;
                nearest = name;
            }
        }
        return Optional.ofNullable(nearest);
    }

    /** Insertions, deletions, substitutions, and neighbours in the wrong order: Damerau's distance, without overlaps. */
    private static int distance(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] free = beforeLast;
            beforeLast = last;
            last = row;
            row = free;
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int substituted = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(substituted, Math.min(last[j], row[j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
        }
        return row[b.length()];
    }
}
