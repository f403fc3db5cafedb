package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import io.tacit.spark.OnCluster;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The statements of the scripts over the same rows in files and on a Spark cluster: without noise the answers are the same
 * to the last digit, and what Spark lacks is refused with its name. So are refusals.
 *
 * <p>One in {@value #USUAL_SHARE} statements is tried, and all with ANY or ALL, which Spark does not know; {@code
 * -Dtacit.spark.share=1} tries all.
 */
@org.jspecify.annotations.NullUnmarked
@Tag("process")
class SparkAnswersTest {
    private static final int USUAL_SHARE = 60;
    private static final int SHARE = Integer.getInteger("tacit.spark.share", USUAL_SHARE);
    private static final int FIRST = Integer.getInteger("tacit.spark.first", 0);
    private static final DuckDbSettings ONE_THREAD = new DuckDbSettings(512, 1, message -> {});

    /** Nobody is in more groups than count: which of them, or of a person's rows, an engine's own hash keeps is its choice. */
    private static final Defaults DEFAULTS = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 100, 0.95);

    /** What sets C_u itself, and ends of intervals that are drawn group by group, in an engine's order of groups. */
    private static final Pattern ITS_OWN = Pattern.compile("(?i)max_groups|max_rows_contributed|kappa|dp_interval");

    private static final Pattern QUANTIFIED = Pattern.compile("(?i)\\b(?:any|all|some) \\(select");

    @Test
    void theScriptsAnswerAlike() throws Exception {
        List<SourceTable> files = SampleTables.all();
        List<SourceTable> cluster = OnCluster.load(files);
        List<String> answered = new ArrayList<>();
        List<String> lacking = new ArrayList<>();
        List<String> different = new ArrayList<>();
        List<ScriptStatements.Statement> statements = ScriptStatements.all();
        try (TacitSession here = TacitSession.open(files, DEFAULTS, ONE_THREAD, ZeroNoise::new);
                TacitSession there = TacitSession.open(cluster, DEFAULTS, ONE_THREAD, ZeroNoise::new)) {
            for (int i = FIRST; i < statements.size(); i++) {
                String sql = statements.get(i).sql();
                boolean tried =
                        (i - FIRST) % SHARE == 0 || QUANTIFIED.matcher(sql).find();
                if (!tried || ITS_OWN.matcher(sql).find()) {
                    continue;
                }
                String found = answer(there, sql);
                if (found.startsWith("refused") && found.contains("Spark")) {
                    lacking.add(sql);
                } else {
                    String expected = answer(here, sql);
                    answered.add(found);
                    if (!found.equals(expected)) {
                        different.add(sql + "\n-- there:\n" + found + "\n-- here:\n" + expected);
                    }
                }
            }
        }
        assertThat(different).isEmpty();
        assertThat(answered.stream().filter(text -> !text.startsWith("refused")))
                .hasSizeGreaterThan(300 / SHARE);
        assertThat(lacking).hasSizeLessThan(60 / SHARE + 3);
    }

    private static String answer(TacitSession session, String sql) {
        try {
            return AnswerText.of(session.query(sql));
        } catch (Refusal refusal) {
            return "refused: " + refusal.getMessage();
        }
    }
}
