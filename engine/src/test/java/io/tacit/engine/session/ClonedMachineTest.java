package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.SourceTable;
import java.nio.file.Path;
import java.security.Provider;
import java.security.SecureRandomSpi;
import java.security.Security;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A machine is cloned between two queries of a session: both copies remember the same, and differ only in what their
 * operating systems say from then on. Equal noise in both would tell the difference of two sums exactly.
 */
@NullUnmarked
class ClonedMachineTest {
    private static final String SUM = "SELECT SUM(x, contribution_bounds_per_group => (0, 3)) AS s FROM t";

    @TempDir
    private Path folder;

    /** All ways in which a session is opened that draws its own noise. */
    private Map<String, Supplier<TacitSession>> doors() {
        List<SourceTable> tables = List.of(People.ordinary().table(folder));
        Map<String, Supplier<TacitSession>> doors = new LinkedHashMap<>();
        doors.put("tables", () -> TacitSession.open(tables, Defaults.STANDARD, People.SETTINGS));
        doors.put("ceiling", () -> TacitSession.open(tables, Defaults.STANDARD, QueryCeiling.NONE, People.SETTINGS));
        doors.put(
                "engine",
                () -> TacitSession.open(
                        tables,
                        Defaults.STANDARD,
                        QueryCeiling.NONE,
                        new DuckDbEngine(People.SETTINGS),
                        People.SETTINGS));
        doors.put("policy", () -> {
            Shopkeeper shop = Shopkeeper.of(
                    folder.resolve("shop" + System.nanoTime()), People.ordinary(), "5", "ledger: books.sqlite");
            return TacitSession.open(Shopkeeper.policy(shop.file()), "ada", People.SETTINGS);
        });
        return doors;
    }

    @Test
    void copiesDrawOtherNoise() {
        SystemOf machine = new SystemOf();
        Security.insertProviderAt(machine, 1);
        try {
            doors().forEach((name, door) -> {
                List<Object> first = asked(machine, door, 2);
                List<Object> copy = asked(machine, door, 3);
                // Else the two would not be copies, and the test could not fail.
                assertThat(copy.get(0)).as(name).isEqualTo(first.get(0));
                assertThat(copy.get(1)).as(name).isNotEqualTo(first.get(1));
                assertThat(asked(machine, door, 3)).as(name).isEqualTo(copy);
            });
        } finally {
            Security.removeProvider(machine.getName());
        }
    }

    /** Two answers of a session; the machine is cloned after the first. */
    private static List<Object> asked(SystemOf machine, Supplier<TacitSession> door, int afterwards) {
        machine.says = 1;
        try (TacitSession session = door.get()) {
            Object first = session.query(SUM).rows().get(0).values().get(0);
            machine.says = (byte) afterwards;
            return List.of(
                    first,
                    session.query(Question.of(SUM).afresh())
                            .rows()
                            .get(0)
                            .values()
                            .get(0));
        }
    }

    /** An operating system whose random bytes are all the same. */
    private static final class SystemOf extends Provider {
        private static final long serialVersionUID = 1;

        private volatile byte says;

        SystemOf() {
            super("ClonedMachineTest", "1", "random bytes that a test knows");
            for (String name : List.of("NativePRNGNonBlocking", "Windows-PRNG")) {
                putService(new Service(this, "SecureRandom", name, Bytes.class.getName(), null, null) {
                    @Override
                    public Object newInstance(Object constructor) {
                        return new Bytes(SystemOf.this);
                    }
                });
            }
        }
    }

    private static final class Bytes extends SecureRandomSpi {
        private static final long serialVersionUID = 1;

        private final SystemOf machine;

        Bytes(SystemOf machine) {
            this.machine = machine;
        }

        @Override
        protected void engineSetSeed(byte[] seed) {}

        @Override
        protected void engineNextBytes(byte[] bytes) {
            Arrays.fill(bytes, machine.says);
        }

        @Override
        protected byte[] engineGenerateSeed(int bytes) {
            byte[] seed = new byte[bytes];
            engineNextBytes(seed);
            return seed;
        }
    }
}
