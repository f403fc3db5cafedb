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
import java.util.regex.Pattern;

/** Proposes a type for each column of a text file, from its first {@link LookAtCsv#SAMPLE_BYTES} bytes. */
final class ProposeTypes {
    private ProposeTypes() {}

    /** Names of columns that tell one row or one person from others, as people call them. */
    private static final Pattern IDENTIFIER =
            Pattern.compile("(?i:u?id|pid|.*[^a-z](?:id|key|no|number|code))|.*[a-z](?:Id|ID|Key)");

    /** @param keys columns that say whose a row is, or lead there */
    static List<ColumnType> propose(TextShape shape, List<String> keys) {
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
            throw SourceFormat.unreadable(rows.path(), cause);
        }
        List<ColumnType> types = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            String name = shape.names().get(i);
            ColumnType type = columns.get(i).type(complete);
            boolean whole = type.equals(ColumnType.INTEGER) || type.equals(ColumnType.BIGINT);
            boolean key = keys.stream().anyMatch(name::equalsIgnoreCase)
                    || whole && IDENTIFIER.matcher(name).matches();
            types.add(key ? columns.get(i).keyType(complete) : type);
        }
        return types;
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
