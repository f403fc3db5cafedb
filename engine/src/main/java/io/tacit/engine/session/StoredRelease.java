package io.tacit.engine.session;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.ledger.ReleaseStore.Stored;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
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
        StoredRelease release = StoredAnswer.parse(stored.content(), StoredRelease.class);
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (List<@Nullable String> texts : release.rows) {
            @Nullable Object[] row = new @Nullable Object[texts.size()];
            for (int i = 0; i < row.length; i++) {
                String text = texts.get(i);
                row[i] = text == null || i < keyCount ? text : StoredAnswer.value(text, types.get(i));
            }
            rows.add(row);
        }
        List<List<double @Nullable []>> redrawn = new ArrayList<>();
        for (List<@Nullable String> texts : release.redrawn) {
            List<double @Nullable []> row = new ArrayList<>();
            texts.forEach(text -> row.add(text == null ? null : values(text)));
            redrawn.add(row);
        }
        return new KeptRelease(release.query, stored.at(), rows, redrawn, release.report);
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
