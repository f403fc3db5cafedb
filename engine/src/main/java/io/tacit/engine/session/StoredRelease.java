package io.tacit.engine.session;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.ledger.ReleaseStore.Stored;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A release as text that can be kept. Values are texts, read back by their column's type, so that no digit is lost.
 *
 * @param query the identifier of the query that paid for it
 * @param rows the values of the released table, null for NULL
 * @param redrawn for each row and aggregate its redrawn values, as the base64 text of doubles
 * @param report what was said of it
 */
record StoredRelease(
        String query, List<List<@Nullable String>> rows, List<List<@Nullable String>> redrawn, ReleaseReport report) {
    /** A release as text. */
    static String write(KeptRelease release) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (@Nullable Object[] row : release.rows()) {
            List<@Nullable String> texts = new ArrayList<>();
            for (Object value : row) {
                texts.add(value == null ? null : StoredAnswer.plain(value));
            }
            rows.add(texts);
        }
        List<List<@Nullable String>> redrawn = new ArrayList<>();
        for (List<double @Nullable []> row : release.redrawn()) {
            List<@Nullable String> texts = new ArrayList<>();
            row.forEach(values -> texts.add(values == null ? null : text(values)));
            redrawn.add(texts);
        }
        return WriteAnswer.release(new StoredRelease(release.query(), rows, redrawn, release.report()));
    }

    /**
     * The release again.
     *
     * @param types of the released table's columns
     * @param keyCount how many of them, from the left, are keys: these stay text
     * @throws io.tacit.engine.refusal.Refusal LEDGER when the text is none of ours
     */
    static KeptRelease read(Stored stored, List<ColumnType> types, int keyCount) {
        return StoredAnswer.parse(stored.content(), StoredRelease.class).read(stored.at(), types, keyCount, 0);
    }

    /**
     * Some of the aggregates of a release; empty where what was said of it does not tell them apart.
     *
     * @param types of the columns of these aggregates, behind the keys
     * @param places of the aggregates among those of the release
     * @param all how many the release has
     * @throws io.tacit.engine.refusal.Refusal LEDGER when the text is none of ours
     */
    static Optional<KeptRelease> read(
            Stored stored, List<ColumnType> types, int keyCount, List<Integer> places, int all) {
        StoredRelease whole = StoredAnswer.parse(stored.content(), StoredRelease.class);
        if (whole.report.aggregates().size() != all) {
            return Optional.empty();
        }
        List<Integer> columns = new ArrayList<>();
        for (int key = 0; key < keyCount; key++) {
            columns.add(key);
        }
        places.forEach(place -> columns.add(keyCount + place));
        for (int place : places) {
            columns.add(keyCount + all + 2 * place);
            columns.add(keyCount + all + 2 * place + 1);
        }
        StoredRelease part = new StoredRelease(
                whole.query,
                part(whole.rows, columns),
                part(whole.redrawn, places),
                PartOfReport.of(whole.report, places));
        int beside = all - (int) places.stream().distinct().count();
        return Optional.of(part.read(stored.at(), types, keyCount, beside));
    }

    private static List<List<@Nullable String>> part(List<List<@Nullable String>> rows, List<Integer> columns) {
        List<List<@Nullable String>> part = new ArrayList<>();
        for (List<@Nullable String> row : rows) {
            List<@Nullable String> texts = new ArrayList<>();
            columns.forEach(column -> texts.add(row.get(column)));
            part.add(texts);
        }
        return part;
    }

    private KeptRelease read(Instant at, List<ColumnType> types, int keyCount, int beside) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (List<@Nullable String> texts : this.rows) {
            @Nullable Object[] row = new @Nullable Object[texts.size()];
            for (int i = 0; i < row.length; i++) {
                String text = texts.get(i);
                row[i] = text == null || i < keyCount ? text : StoredAnswer.value(text, types.get(i));
            }
            rows.add(row);
        }
        List<List<double @Nullable []>> redrawn = new ArrayList<>();
        for (List<@Nullable String> texts : this.redrawn) {
            List<double @Nullable []> row = new ArrayList<>();
            texts.forEach(text -> row.add(text == null ? null : values(text)));
            redrawn.add(row);
        }
        return new KeptRelease(query, at, rows, redrawn, report, beside);
    }

    private static String text(double[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Double.BYTES);
        bytes.asDoubleBuffer().put(values);
        return Base64.getEncoder().encodeToString(bytes.array());
    }

    private static double[] values(String text) {
        ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(text));
        double[] values = new double[bytes.capacity() / Double.BYTES];
        bytes.asDoubleBuffer().get(values);
        return values;
    }
}
