package io.tacit.engine.sql;

import io.tacit.engine.refusal.Position;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Places in the text, from the parser's to ours. */
final class Positions {
    private Positions() {}

    /** The beginning of what the parser read; null where the parser made the node itself. */
    static @Nullable Position of(@Nullable SqlParserPos place) {
        return place == null || place.getLineNum() < 1 || place.getColumnNum() < 1
                ? null
                : new Position(place.getLineNum(), place.getColumnNum());
    }
}
