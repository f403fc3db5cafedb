package io.tacit.engine.guide;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.policy.PolicyFile;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.TacitSession;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

// example: analysts
/** One warm session for each analyst; questions of one analyst wait for each other. */
final class Analysts implements AutoCloseable {
    private final Policy policy;
    private final Map<String, TacitSession> sessions = new ConcurrentHashMap<>();

    Analysts(Path file) {
        policy = PolicyFile.read(file, DuckDbEngine.standard());
    }

    Answer ask(String analyst, String sql) {
        TacitSession session = sessions.computeIfAbsent(analyst, name -> TacitSession.open(policy, name));
        synchronized (session) {
            return session.query(sql);
        }
    }

    @Override
    public void close() {
        sessions.values().forEach(TacitSession::close);
    }
}
// end of example
