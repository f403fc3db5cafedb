package io.tacit.engine.session;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.ScriptStatements.Statement;
import io.tacit.engine.sql.SchemaStatement;
import io.tacit.engine.walk.Walk;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;

/**
 * A process whose Java checks no assertion, as users run it, that plans the statements of all scripts and says how many
 * it planned, how many it refused, and which it planned or refused otherwise than the script says.
 */
@org.jspecify.annotations.NullUnmarked
final class WithoutAssertions {
    /** As the scripts are run. */
    static final Defaults DEFAULTS = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 5, 0.95);

    private WithoutAssertions() {}

    static Process start() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-da",
                        "-Xmx512m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Dtacit.turn=" + Walk.TURN,
                        "-Dtacit.walk=" + Walk.WHOLE,
                        "-cp",
                        System.getProperty("java.class.path"),
                        WithoutAssertions.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** A third of the statements at a time. */
    static List<Statement> statements() throws IOException {
        return Walk.part(3, ScriptStatements.all());
    }

    /** No arguments. */
    public static void main(String[] arguments) throws IOException {
        Catalog catalog = CheckDeclarations.check(SampleTables.all());
        PrepareQuery prepare = new PrepareQuery(catalog, DEFAULTS);
        int planned = 0;
        int refused = 0;
        for (Statement statement : statements()) {
            String refusal = "";
            try {
                // As a session does: what looks at tables is no query.
                if (SchemaStatement.read(statement.sql(), catalog).isEmpty()) {
                    prepare.prepare(statement.sql());
                }
                planned++;
            } catch (Refusal found) {
                refusal = found.getMessage().stripTrailing();
                refused++;
            } catch (RuntimeException | Error found) {
                refusal = found.toString();
            }
            // What is refused while it runs is planned.
            if (!refusal.equals(statement.refusal()) && !(refusal.isEmpty() && statement.isRefused())) {
                System.out.println(statement.script().getFileName() + ": " + statement.sql() + " " + refusal);
            }
        }
        System.out.println(planned + " planned, " + refused + " refused, assertions "
                + (WithoutAssertions.class.desiredAssertionStatus() ? "on" : "off"));
    }
}
