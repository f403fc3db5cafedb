package io.tacit.engine.plantedbugs;

import io.tacit.privacy.audit.MechanismAudit;
import io.tacit.privacy.audit.Progress;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Tests mechanisms of the library, the law of their noise, and thresholds. */
public final class MechanismHunt implements Hunt {
    private static final long SEED = 7;

    @Override
    public String apply(String part) {
        Catch caught = new Catch();
        return caught.of(() -> new MechanismAudit(
                        MechanismAudit.Level.QUICK, Pattern.compile(Pattern.quote(part)), OptionalLong.of(SEED))
                .run(caught, Progress.NONE));
    }
}
