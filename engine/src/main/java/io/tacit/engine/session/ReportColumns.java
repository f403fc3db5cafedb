package io.tacit.engine.session;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.release.ReleasedRows;
import io.tacit.engine.rewrite.BoundsOrigin;
import io.tacit.engine.rewrite.BoundsOrigins;
import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reports of {@code WITH REPORT(FORMAT=JSON)}: where a query asks for one, released tables get one more column for
 * each aggregate, last. A report holds what is released anyway: the value and its interval, bounds, noise, what limits
 * leave out; unlike GoogleSQL's no number of inputs, which would be exact.
 *
 * @param wanted whether the query asks for any
 */
record ReportColumns(boolean wanted) {
    /** The types of a released table's columns. */
    List<ColumnType> types(ReleasePlan plan) {
        List<ColumnType> types = new ArrayList<>(ReleasedRows.types(plan));
        for (int i = 0; wanted && i < plan.outputs().size(); i++) {
            types.add(ColumnType.VARCHAR);
        }
        return types;
    }

    /** The rows with their reports. */
    List<@Nullable Object[]> rows(ReleasedRows released) {
        if (!wanted) {
            return released.rows();
        }
        ReleasePlan plan = released.calibration().plan();
        int width = plan.outputs().size();
        List<String> known = plan.outputs().stream()
                .map(output -> known(released, output, ReleaseReports.of(released, output)) + ", \"missing\": "
                        + new MissingJson(ReleaseReports.missing(released, output)).text())
                .toList();
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (@Nullable Object[] row : released.rows()) {
            @Nullable Object[] wider = Arrays.copyOf(row, row.length + width);
            int keys = row.length - 3 * width;
            for (int i = 0; i < width; i++) {
                int ends = keys + width + 2 * i;
                wider[row.length + i] = "{\"result\": {\"value\": " + number(row[keys + i]) + "}"
                        + interval(row[ends], row[ends + 1], plan.parameters().confidence()) + known.get(i) + "}";
            }
            rows.add(wider);
        }
        return rows;
    }

    private static String interval(@Nullable Object low, @Nullable Object high, double confidence) {
        return low == null || high == null
                ? ""
                : ", \"confidence_interval\": {\"lower_bound\": " + number(low) + ", \"upper_bound\": " + number(high)
                        + ", \"confidence_level\": " + number(confidence) + "}";
    }

    /** What does not differ between rows. The bounds of values come last, as a mean has bounds of rows before; a quantile has them behind. */
    private static String known(ReleasedRows released, OutputRequest output, AggregateReport report) {
        ReleasePlan plan = released.calibration().plan();
        BoundsOrigins origins = output.origins();
        String origin = (origins.values() == BoundsOrigin.NONE ? origins.rows() : origins.values()).words();
        StringBuilder text = new StringBuilder();
        List<ContributionBounds> all = ContributionBounds.of(output);
        if (all.isEmpty() && output.computation().mode().isPresent()) {
            // Declared values: not all of them have an order.
            text.append(bounds("null", "null", origin));
        } else if (all.isEmpty()) {
            // The number of people: each counts once, whatever the query says.
            text.append(bounds("0", "1", origin));
        } else {
            ContributionBounds last =
                    output.computation().quantile().isPresent() ? all.get(0) : all.get(all.size() - 1);
            text.append(bounds(
                    last.low(released.limits()).map(end -> json(last, end)).orElse("null"),
                    last.high(released.limits()).map(end -> json(last, end)).orElse("null"),
                    origin));
        }
        text.append(", \"noise\": {\"law\": \"").append(report.noise()).append('"');
        Double scale = report.scale();
        // The row of leftovers has noise of its own.
        if (scale != null && plan.parameters().leftovers().isEmpty()) {
            text.append(", \"scale\": ").append(number(scale));
        }
        return text.append('}').toString();
    }

    private static String bounds(String low, String high, String origin) {
        return ", \"bounding_report\": {\"lower_bound\": " + low + ", \"upper_bound\": " + high + ", \"origin\": \""
                + origin + "\"}";
    }

    private static String json(ContributionBounds bounds, Rational end) {
        return bounds.isTime() ? '"' + bounds.text(end) + '"' : bounds.text(end);
    }

    private static String number(@Nullable Object value) {
        if (value == null || value instanceof Double real && !Double.isFinite(real)) {
            return "null";
        }
        if (value instanceof String text) {
            return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
        }
        if (value instanceof Temporal) {
            return '"' + value.toString() + '"';
        }
        return value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
    }
}
