package io.tacit.engine.source;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.text.LineFields;
import io.tacit.engine.text.Lines;
import io.tacit.engine.text.TextBytes;
import io.tacit.engine.text.TextRows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Proposes a type for each column of a text file, from its first {@link LookAtCsv#SAMPLE_BYTES} bytes. */
final class ProposeTypes {
    private ProposeTypes() {}

    static List<ColumnType> propose(TextShape shape) {
        List<ColumnForms> columns = new ArrayList<>();
        shape.names().forEach(name -> columns.add(new ColumnForms()));
        TextRows rows = shape.rows();
        boolean complete;
        try (TextBytes file = rows.open()) {
            LineFields fields = rows.fields().get();
            Lines lines = rows.records(file, rows.firstRow(file), rows.maxBytes());
            while (lines.next()) {
                if (fields.read(lines.bytes(), lines.lineStart(), lines.lineEnd())) {
                    add(fields, columns);
                }
            }
            complete = file.size() <= rows.maxBytes();
        } catch (IOException cause) {
            throw SourceFormat.unreadable(rows.path());
        }
        return columns.stream().map(forms -> forms.type(complete)).toList();
    }

    private static void add(LineFields fields, List<ColumnForms> columns) {
        for (int i = 0; i < columns.size(); i++) {
            byte[] value = fields.field(i);
            if (value != null) {
                columns.get(i).add(new String(value, StandardCharsets.UTF_8));
            }
        }
    }
}
