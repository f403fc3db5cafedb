package io.tacit.engine.plantedbugs;

import io.tacit.engine.audit.BlackBoxAudit;
import io.tacit.engine.audit.SessionFactory;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.privacy.audit.Verdict;

/** Asks the engine from outside. */
public final class BlackBoxHunt implements Hunt {
    @Override
    public String apply(String part) {
        Catch caught = new Catch();
        return caught.of(() -> BlackBoxAudit.of(SessionFactory.standard(new DuckDbSettings(1024, 2, message -> {})))
                .only(part)
                .run(BlackBoxAudit.Level.QUICK, new BlackBoxAudit.Progress() {
                    @Override
                    public void query(String subject, int done, int of) {}

                    @Override
                    public void verdict(Verdict verdict) {
                        caught.accept(verdict);
                    }
                }));
    }
}
