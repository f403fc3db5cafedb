package io.tacit.engine.audit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A record of a made-up file.
 *
 * @param owner which person, from 0; negative for nobody
 * @param values as text; none where the bytes are given
 * @param raw bytes, as characters of ISO 8859-1, that stand in a text file instead of values
 */
record FileRecord(int owner, List<@Nullable String> values, Optional<String> raw) {
    FileRecord {
        values = Collections.unmodifiableList(new ArrayList<>(values));
    }

    static FileRecord of(InventedPeople.Row row) {
        return new FileRecord(row.owner(), row.values(), Optional.empty());
    }

    static FileRecord raw(int owner, String bytes) {
        return new FileRecord(owner, List.of(), Optional.of(bytes));
    }
}
