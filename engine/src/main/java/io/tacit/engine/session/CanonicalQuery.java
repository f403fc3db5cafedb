package io.tacit.engine.session;

import io.tacit.engine.release.Calibration;
import io.tacit.engine.rewrite.ConsistentSets;
import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.engine.rewrite.ReleasePlan;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What a query means, apart from how it is written: the SQL that is generated for it, with names by position, and all
 * that noise is made from. Queries that differ in case, spaces or the names of tables and columns that they make are
 * equal.
 */
final class CanonicalQuery {
    private final MessageDigest digest = sha256();

    private CanonicalQuery() {}

    /** A digest of a query's meaning, in hexadecimal. */
    static String digest(PreparedQuery query) {
        CanonicalQuery canonical = new CanonicalQuery();
        query.releases().forEach(canonical::release);
        canonical.add(query.answerSql());
        query.answerTypes().forEach(canonical::add);
        canonical.add(query.intervals());
        canonical.add(query.reports());
        return canonical.hex();
    }

    /**
     * A digest of what a release measures and from which noise, apart from its name and from what is made of it, in
     * hexadecimal.
     *
     * @param reports whether its table holds reports
     */
    static String digest(PreparedRelease release, boolean reports) {
        CanonicalQuery canonical = new CanonicalQuery();
        canonical.add("release");
        canonical.measured(release);
        canonical.add(reports);
        return canonical.hex();
    }

    /** A digest of several texts together, in hexadecimal. */
    static String digest(String... texts) {
        CanonicalQuery canonical = new CanonicalQuery();
        for (String text : texts) {
            canonical.add(text);
        }
        return canonical.hex();
    }

    /**
     * A digest of what a release measures before it is known how, in hexadecimal: a part of the planning that it takes to
     * print its queries.
     *
     * @param rows the query of the rows that it measures
     * @param groups the query of its groups, if they are known
     */
    static String digest(ReleasePlan plan, String rows, String groups) {
        CanonicalQuery canonical = new CanonicalQuery();
        canonical.add(rows);
        canonical.add(groups);
        canonical.add(plan.aggregation().sets());
        canonical.add(plan.parameters());
        canonical.add(plan.spelling());
        canonical.add(plan.structure().unnamed());
        canonical.add(plan.keys());
        canonical.add(plan.counted());
        canonical.add(plan.summed());
        canonical.add(plan.offered());
        canonical.add(plan.automatic());
        canonical.add(plan.states());
        canonical.add(plan.choices());
        canonical.consistent(plan, plan.parameters().maxGroups());
        plan.outputs().forEach(canonical::output);
        return canonical.hex();
    }

    private void consistent(ReleasePlan plan, long maxGroups) {
        ConsistentSets sets = ConsistentSets.of(plan, maxGroups);
        if (sets != ConsistentSets.NO_SETS) {
            add(sets);
        }
    }

    private void output(OutputRequest output) {
        // Not its name and text, which say how it was written.
        add(output.function());
        add(output.type());
        add(output.computation());
        add(output.epsilon());
    }

    private void release(PreparedRelease release) {
        measured(release);
        add(release.name());
    }

    private void measured(PreparedRelease release) {
        release.queries().forEach(this::add);
        calibration(release.calibration());
        consistent(release.plan(), release.calibration().maxGroups());
        release.plan().outputs().forEach(this::output);
    }

    private void calibration(Calibration release) {
        add(release.plan().parameters());
        add(release.plan().spelling());
        add(release.plan().states());
        add(release.plan().choices());
        add(release.plan().automatic());
        add(release.noise());
        release.leftovers().ifPresent(this::calibration);
    }

    /** Adds a value with its length, so that no two lists of texts look alike. */
    private void add(Object value) {
        byte[] bytes = value.toString().getBytes(StandardCharsets.UTF_8);
        digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
        digest.update(bytes);
    }

    private String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }
}
