package io.tacit.experiments.figure;

import io.tacit.experiments.figure.TestedPair.Bucket;
import io.tacit.experiments.result.Cell;
import io.tacit.experiments.result.Picture;
import io.tacit.experiments.result.ResultTable;
import io.tacit.privacy.audit.Verdict;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The two histograms of a tested pair as a picture and as a line of a table, with the tester's verdict.
 *
 * @param name of the picture, in lower case with hyphens
 * @param title of the picture
 * @param pair what was tested
 * @param buckets its histograms
 * @param runs over each data set
 * @param verdict what the tester says of the pair
 */
record TestedPairReport(String name, String title, TestedPair pair, List<Bucket> buckets, int runs, Verdict verdict) {
    /** The columns of {@link #row}. */
    static final List<String> COLUMNS = List.of(
            "buckets above the bound, drawn",
            "buckets above the bound, by the law",
            "largest share ÷ bound, drawn",
            "largest share ÷ bound, by the law");

    /** The line of a table: how many buckets break the claim, and by how much the worst does. */
    ResultTable.Row row() {
        double drawn = buckets.stream()
                .filter(bucket -> bucket.share() > bucket.allowed())
                .count();
        double exact = buckets.stream().filter(Bucket::violates).count();
        Bucket worst = worst();
        double ratio = worst.allowed() > 0 ? worst.share() / worst.allowed() : 0;
        return ResultTable.Row.of(
                title,
                new Cell.Measured(drawn, drawn, drawn, runs, ""),
                new Cell.ClosedForm(exact, ""),
                new Cell.Measured(ratio, ratio, ratio, runs, "in the bucket that is worst by the law of the noise"),
                new Cell.ClosedForm(worst.exactShare() / worst.exactAllowed(), ""));
    }

    private Bucket worst() {
        return buckets.stream()
                .max(Comparator.comparingDouble(bucket -> bucket.exactShare() / bucket.exactAllowed()))
                .orElseThrow();
    }

    /** What the tester says, in a sentence. */
    String words() {
        return title + ": the tester "
                + (verdict.passed()
                        ? "finds no violation of ε = " + epsilon() + "."
                        : "finds a violation of ε = " + epsilon() + ", in the event: "
                                + verdict.violation().orElseThrow().event() + ".");
    }

    private String epsilon() {
        return BigDecimal.valueOf(pair.epsilon()).stripTrailingZeros().toPlainString();
    }

    /** Shares, the bound, what both are by the law of the noise, and circles where the claim is broken by it. */
    Picture picture() {
        List<Picture.Series> series = new ArrayList<>(List.of(
                steps("share", Picture.Drawing.STEPS, Value.SHARE),
                steps("bound", Picture.Drawing.STEPS, Value.ALLOWED),
                middles("share by the law", Value.EXACT_SHARE),
                middles("bound by the law", Value.EXACT_ALLOWED)));
        List<Picture.Point> broken = new ArrayList<>();
        for (Bucket bucket : buckets) {
            if (bucket.violates()) {
                broken.add(new Picture.Point((bucket.low() + bucket.high()) / 2, bucket.share()));
            }
        }
        if (!broken.isEmpty()) {
            series.add(new Picture.Series("broken by the law", Picture.Drawing.CIRCLES, broken));
        }
        return new Picture(
                name,
                title,
                Picture.Axis.linear(
                        "answer; share over " + text(pair.first()) + ", bound e^ε × share over " + text(pair.second())),
                Picture.Axis.linear("share of the answers"),
                series);
    }

    /** What of a bucket is drawn. */
    private enum Value {
        SHARE,
        ALLOWED,
        EXACT_SHARE,
        EXACT_ALLOWED;

        double of(Bucket bucket) {
            return switch (this) {
                case SHARE -> bucket.share();
                case ALLOWED -> bucket.allowed();
                case EXACT_SHARE -> bucket.exactShare();
                case EXACT_ALLOWED -> bucket.exactAllowed();
            };
        }
    }

    private Picture.Series steps(String label, Picture.Drawing drawing, Value value) {
        List<Picture.Point> points = new ArrayList<>();
        for (Bucket bucket : buckets) {
            points.add(new Picture.Point(bucket.low(), value.of(bucket)));
        }
        Bucket last = buckets.get(buckets.size() - 1);
        points.add(new Picture.Point(last.high(), value.of(last)));
        return new Picture.Series(label, drawing, points);
    }

    private Picture.Series middles(String label, Value value) {
        List<Picture.Point> points = new ArrayList<>();
        for (Bucket bucket : buckets) {
            points.add(new Picture.Point((bucket.low() + bucket.high()) / 2, value.of(bucket)));
        }
        return new Picture.Series(label, Picture.Drawing.DASHES, points);
    }

    private static String text(List<Double> data) {
        return data.toString().replace('[', '{').replace(']', '}');
    }
}
