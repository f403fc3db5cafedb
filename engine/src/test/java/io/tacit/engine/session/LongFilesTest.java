package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A text file that is read in stretches of four million bytes has each of its lines once, also those between two. */
@NullUnmarked
class LongFilesTest {
    private static final int PEOPLE = 90_000;

    /** Three stretches of these, whose ends fall into the middle of lines. */
    private static final String TEXT =
            "some text that makes lines long enough for stretches and no two as long, ".repeat(2);

    @TempDir
    Path folder;

    @Test
    void linesBetweenTwoStretchesAreReadOnce() {
        List<String> lines = new ArrayList<>();
        for (int uid = 1; uid <= PEOPLE; uid++) {
            lines.add(uid + ",a,1,1,1,1,1,\"" + TEXT.substring(uid % 97) + "\"");
        }
        try (TacitSession session = People.of(lines).exactly(folder)) {
            AnswerRow row = session.query(
                            "SELECT COUNT(*, contribution_bounds_per_group => (0, 9)), COUNT(DISTINCT uid),"
                                    + " SUM(i, contribution_bounds_per_group => (0, 9)) FROM t")
                    .rows()
                    .get(0);
            assertThat(row.values()).hasToString("[90000, 90000, 90000]");
        }
    }
}
