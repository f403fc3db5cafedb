package io.tacit.engine.guide;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.AnalystPolicy;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.TacitSession;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

// example: analysts
/** One warm session for each analyst; questions of one analyst wait for each other. */
final class Analysts implements AutoCloseable {
    private final Path file;
    private final Map<String, TacitSession> sessions = new ConcurrentHashMap<>();

    Analysts(Path file) {
        this.file = file;
    }

    Answer ask(String analyst, String sql) {
        TacitSession session = sessions.computeIfAbsent(analyst, this::open);
        synchronized (session) {
            try {
                return session.query(sql);
            } catch (Refusal refusal) {
                if (refusal.isOfChangedPolicy() && sessions.remove(analyst, session)) {
                    session.close(); // the next question opens one under the policy as it is then
                }
                throw refusal;
            }
        }
    }

    private TacitSession open(String analyst) {
        return TacitSession.open(AnalystPolicy.read(file, DuckDbEngine.standard(), analyst, ""), analyst);
    }

    @Override
    public void close() {
        sessions.values().forEach(TacitSession::close);
    }
}
// end of example
