package io.tacit.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.audit.ReplayAudit.Mistakes;
import io.tacit.engine.walk.Walk;
import io.tacit.privacy.audit.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Files of every format, with hostile records first, between and last, tell of nobody what noise does not hide. Walked are
 * all formats and all hostile records; a share has some of them.
 */
@NullUnmarked
@Tag("walk")
class ReplayFilesTest {
    private static final int SHARE = 3;

    @Test
    void everyFormatPasses() {
        List<Verdict> verdicts = new ArrayList<>();
        ReplayFiles files = new ReplayFiles(OpenFile::declared, Mistakes.NONE);
        for (ReplayFiles.Trial trial : Walk.share("files of the tester", SHARE, ReplayFiles.Trial.all())) {
            files.run(trial, Walk.SEED, verdicts::add);
        }
        assertThat(verdicts).hasSizeGreaterThanOrEqualTo(SHARE * (ReplayFiles.QUERIES.size() + 1));
        assertThat(verdicts.stream().filter(verdict -> !verdict.passed() || verdict.trials() == 0))
                .isEmpty();
    }

    /** Every hostile record is in some file, and each file has one at each place. */
    @Test
    void everyHostileRecordIsInSomeFile() {
        for (FileFormat format : FileFormat.values()) {
            long rounds = ReplayFiles.Trial.all().stream()
                    .filter(trial -> trial.format() == format)
                    .count();
            assertThat(rounds * 3)
                    .as(format.toString())
                    .isGreaterThanOrEqualTo(Math.max(1, format.hostile().size()));
        }
        assertThat(HostileRecords.JSON).allMatch(record -> !record.contains("\n"));
    }
}
