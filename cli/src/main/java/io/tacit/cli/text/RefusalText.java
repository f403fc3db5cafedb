package io.tacit.cli.text;

import io.tacit.engine.refusal.Position;
import io.tacit.engine.refusal.Refusal;
import java.io.PrintWriter;
import java.util.List;

/** A refusal as people read it. */
public final class RefusalText {
    private static final int BEFORE_MARK = 60;
    private static final int SHOWN = 100;
    private static final int LEAST = 20;

    private RefusalText() {}

    /** The message as it is, then the line of the query with a mark under the place, where there is one. */
    public static void print(PrintWriter out, Refusal refusal, String sql) {
        out.println(Wrap.at(String.valueOf(refusal.getMessage()), Terminal.columns()));
        List<String> lines = sql.lines().toList();
        refusal.position()
                .filter(place -> place.line() <= lines.size())
                .ifPresent(place -> mark(out, lines.get(place.line() - 1), place));
    }

    /** Prints the line with a mark under the place; of a long line, only what surrounds the place. */
    private static void mark(PrintWriter out, String line, Position place) {
        int column = Math.min(place.column(), line.length() + 1);
        int room = Math.max(LEAST, Math.min(SHOWN, Terminal.columns() - 2));
        int from = Math.max(0, column - Math.min(BEFORE_MARK, room / 2));
        int to = Math.min(line.length(), from + room);
        // An ellipsis stands where the line goes on; it takes the room of a character that is not shown.
        String before = (from > 0 ? "…" : "") + line.substring(from > 0 ? from + 1 : 0, column - 1);
        String after = line.substring(column - 1, to);
        boolean goesOn = to < line.length() && after.length() > 1;
        out.println();
        out.println("  " + Cells.shown(before + (goesOn ? after.substring(0, after.length() - 1) + "…" : after)));
        out.println("  " + " ".repeat(Width.of(before)) + "^");
    }
}
