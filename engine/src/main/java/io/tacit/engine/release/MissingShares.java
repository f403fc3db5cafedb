package io.tacit.engine.release;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.privacy.mechanism.GroupCounts;
import io.tacit.privacy.random.RandomBits;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * By how much more a total may be for what people have in groups that the limit of groups leaves out. It follows from the
 * noisy numbers of people by the number of their groups, and by what they have in one, which were paid for.
 *
 * <p>Which groups of a person are kept is a fair draw. So a total of what is never negative is taken to have lost the same
 * share in each group, at most the upper end of the share that all groups together lose, and its interval reaches to
 * {@code high / (1 − share)}. What is positive for some and negative for others may cancel; then the ends move by that share of
 * what as many people have on either side. Where so much may be left out that the interval would say nothing, it has no end.
 */
public final class MissingShares {
    /** Nothing is left out, or it was not counted. */
    static final MissingShares NOTHING = new MissingShares(List.of(), List.of());

    /** The share from which on an interval would be more than four times as high as what was found. */
    private static final double MOST = 0.75;

    private final List<OutputRequest> outputs;
    private final List<Part> parts;

    /**
     * What is missing in an output.
     *
     * @param growth at most, as a multiple of the output; infinite where nothing bounds it
     * @param each of what may cancel, how much a person has in a group, usually; 0 of what may not
     */
    record Part(double growth, double each) {
        static final Part NOTHING = new Part(0, 0);
        static final Part OPEN = new Part(Double.POSITIVE_INFINITY, 0);

        boolean isNothing() {
            return growth == 0;
        }

        boolean isOpen() {
            return Double.isInfinite(growth);
        }

        /** By how much an output may be more. */
        double more(double output, double people) {
            return growth * (each > 0 ? each * Math.max(1, people) : Math.max(0, output));
        }
    }

    private MissingShares(List<OutputRequest> outputs, List<Part> parts) {
        this.outputs = List.copyOf(outputs);
        this.parts = List.copyOf(parts);
    }

    /**
     * Of a release.
     *
     * @param measured its calibration, with C_u as it was found
     * @param counts noisy numbers of people by the number of their groups, where they were counted
     */
    static MissingShares of(Calibration measured, ResolvedLimits limits, Optional<GroupCounts> counts) {
        if (counts.isEmpty()) {
            return NOTHING;
        }
        List<OutputRequest> outputs = measured.plan().outputs();
        List<Part> parts = new ArrayList<>();
        for (OutputRequest output : outputs) {
            parts.add(part(output, measured, limits, counts.get()));
        }
        return new MissingShares(outputs, parts);
    }

    /**
     * At most which share of an output of a release is missing, as {@link #of} puts it in its interval.
     *
     * @return empty for what is no total, whose interval does not hold it; 1 where nothing bounds it, so that there is no interval
     */
    public static OptionalDouble mostMissing(OutputRequest output, ReleasedRows released) {
        boolean rows = released.calibration().plan().parameters().countsRows();
        if (output.computation()
                .accept(new PairWeights(released.limits(), rows))
                .isEmpty()) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(released.groups()
                .map(counts -> part(output, released.calibration(), released.limits(), counts))
                .map(part -> part.isOpen() ? 1 : part.growth / (1 + part.growth))
                .orElse(0.0));
    }

    private static Part part(OutputRequest output, Calibration release, ResolvedLimits limits, GroupCounts counts) {
        boolean rows = release.plan().parameters().countsRows();
        Optional<PairWeight> weight = output.computation().accept(new PairWeights(limits, rows));
        // Fewer people than noise hides: a standing sentence says it, and no end is opened for it.
        if (weight.isEmpty() || !counts.tellPeople()) {
            return Part.NOTHING;
        }
        double share = counts.mostMissing(release.maxGroups(), weight.get().weight());
        if (share == 0) {
            return Part.NOTHING;
        }
        double each = weight.get().cancels() ? weight.get().weight().of(0, 1, 1) : 0;
        return share > MOST ? Part.OPEN : new Part(share / (1 - share), each);
    }

    /**
     * Moves the ends of a row's intervals out.
     *
     * @param keys how many there are
     * @param people about how many are in it
     */
    void widen(@Nullable Object[] row, int keys, double people) {
        for (int i = 0; i < parts.size(); i++) {
            int low = keys + parts.size() + 2 * i;
            Part part = parts.get(i);
            if (!part.isNothing() && row[low] instanceof Double least && row[low + 1] instanceof Double most) {
                ColumnType type = outputs.get(i).type();
                row[low] = part.isOpen() ? null : (Object) (-out(type, -least + part.more(-least, people)));
                row[low + 1] = part.isOpen() ? null : (Object) out(type, most + part.more(most, people));
            }
        }
    }

    /** An upper end moved out; it lies on the column's units, as the value does. */
    private static double out(ColumnType type, double out) {
        boolean exact = type.kind() != ColumnType.Kind.DOUBLE && Double.isFinite(out);
        return exact
                ? BigDecimal.valueOf(out)
                        .setScale(type.scale(), RoundingMode.CEILING)
                        .doubleValue()
                : out;
    }

    /**
     * The same of values whose noise was drawn again: all that may be missing or nothing, as a coin says, so that what is
     * computed from them has an interval that holds both.
     */
    List<double @Nullable []> redrawn(List<double @Nullable []> row, double people, RandomBits bits) {
        List<double @Nullable []> all = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
            Part part = parts.isEmpty() ? Part.NOTHING : parts.get(i);
            double[] values = row.get(i);
            all.add(values == null || part.isNothing() ? values : tossed(values, part, people, bits));
        }
        return all;
    }

    private static double @Nullable [] tossed(double[] values, Part part, double people, RandomBits bits) {
        if (part.isOpen()) {
            return null;
        }
        double[] tossed = values.clone();
        long coins = 0;
        for (int i = 0; i < tossed.length; i++) {
            coins = i % Long.SIZE == 0 ? bits.nextLong() : coins >>> 1;
            double value = tossed[i];
            tossed[i] = (coins & 1) != 0 ? value + part.more(value, people) : value - part.more(-value, people);
        }
        return tossed;
    }
}
