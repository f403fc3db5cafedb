package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.OnServer;
import io.tacit.engine.backend.TestServer;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The statements of the scripts over the same rows in files and in PostgreSQL: without noise the answers are the same
 * to the last digit, and what PostgreSQL lacks is refused with its name. So are refusals.
 *
 * <p>One in {@value #USUAL_SHARE} statements is tried, and others, fewer by {@value #NEWER}, on the newer server; {@code
 * -Dtacit.postgres=1} tries all.
 */
@org.jspecify.annotations.NullUnmarked
@Tag("process")
class SameAnswersTest {
    private static final int USUAL_SHARE = 10;
    private static final int SHARE = Integer.getInteger("tacit.postgres", USUAL_SHARE);
    private static final int NEWER = 5;
    private static final DuckDbSettings ONE_THREAD = new DuckDbSettings(512, 1, message -> {});

    /** Nobody is in more groups than count: which of them an engine's own hash keeps is its choice. */
    private static final Defaults DEFAULTS = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 100, 0.95);

    /** What limits groups or rows itself, and ends of intervals that are drawn group by group, in an engine's order of groups. */
    private static final Pattern ITS_OWN = Pattern.compile("(?i)max_groups|max_rows|kappa|dp_interval");

    @Test
    void theScriptsAnswerAlike() throws Exception {
        theScriptsAnswerAlike(TestServer.database(), SHARE, 0);
    }

    @Test
    void theScriptsAnswerAlikeOnTheNewerServer() throws Exception {
        theScriptsAnswerAlike(TestServer.newerDatabase(), SHARE * NEWER, SHARE / 2);
    }

    private static void theScriptsAnswerAlike(String url, int share, int first) throws Exception {
        List<SourceTable> files = SampleTables.all();
        List<SourceTable> server = OnServer.load(url, files);
        List<String> answered = new ArrayList<>();
        List<String> lacking = new ArrayList<>();
        List<ScriptStatements.Statement> statements = ScriptStatements.all();
        try (TacitSession here = TacitSession.open(files, DEFAULTS, ONE_THREAD, ZeroNoise::new);
                TacitSession there = TacitSession.open(server, DEFAULTS, ONE_THREAD, ZeroNoise::new)) {
            for (int i = first; i < statements.size(); i += share) {
                String sql = statements.get(i).sql();
                if (ITS_OWN.matcher(sql).find()) {
                    continue;
                }
                String found = answer(there, sql);
                if (found.startsWith("refused") && found.contains("PostgreSQL")) {
                    lacking.add(sql);
                } else {
                    assertThat(found).as(sql).isEqualTo(answer(here, sql));
                    answered.add(found);
                }
            }
        }
        assertThat(answered.stream().filter(text -> !text.startsWith("refused")))
                .hasSizeGreaterThan(400 / share);
        assertThat(lacking).hasSizeLessThan(40 / share + 3);
    }

    private static String answer(TacitSession session, String sql) {
        try {
            return AnswerText.of(session.query(sql));
        } catch (Refusal refusal) {
            return "refused: " + refusal.getMessage();
        }
    }
}
