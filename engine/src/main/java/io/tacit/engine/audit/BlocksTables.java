package io.tacit.engine.audit;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.privacy.random.RandomBits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.BitSet;
import java.util.List;
import java.util.Properties;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;

/**
 * Invented people in a file of their own: {@code people} (uid, grp, x, v), whose person is uid, and the public {@code
 * places} (grp), all groups that could be. Removed when closed.
 */
final class BlocksTables implements AutoCloseable {
    private final BlocksShape shape;
    private final BitSet present;
    private final Path folder;

    private BlocksTables(BlocksShape shape, BitSet present, Path folder) {
        this.shape = shape;
        this.present = present;
        this.folder = folder;
    }

    /** With a canary in every second block or so, as coins fall. */
    static BlocksTables tossed(BlocksShape shape, RandomBits coins) {
        BitSet present = new BitSet(shape.blocks());
        for (int from = 0; from < shape.blocks(); from += Long.SIZE) {
            long word = coins.nextLong();
            for (int bit = 0; bit < Long.SIZE && from + bit < shape.blocks(); bit++) {
                present.set(from + bit, ((word >>> bit) & 1) == 1);
            }
        }
        return of(shape, present);
    }

    /** With a canary in every block. */
    static BlocksTables full(BlocksShape shape) {
        BitSet present = new BitSet(shape.blocks());
        present.set(0, shape.blocks());
        return of(shape, present);
    }

    private static BlocksTables of(BlocksShape shape, BitSet present) {
        Path folder;
        try {
            folder = Files.createTempDirectory("tacit-audit-");
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
        BlocksTables tables = new BlocksTables(shape, present, folder);
        try {
            tables.write();
        } catch (SQLException cause) {
            tables.close();
            throw new IllegalStateException("the invented tables could not be written", cause);
        }
        return tables;
    }

    private void write() throws SQLException {
        try (DuckDBConnection database =
                        (DuckDBConnection) new DuckDBDriver().connect("jdbc:duckdb:" + file(), new Properties());
                Statement statement = database.createStatement()) {
            statement.execute("CREATE TEMP TABLE coins(block BIGINT)");
            try (DuckDBAppender appender = database.createAppender("temp", "main", "coins")) {
                for (int block = present.nextSetBit(0); block >= 0; block = present.nextSetBit(block + 1)) {
                    appender.beginRow();
                    appender.append((long) block);
                    appender.endRow();
                }
            }
            statement.execute("CREATE TABLE places AS " + shape.groupsSql());
            statement.execute("CREATE TABLE people AS " + shape.peopleSql());
        }
    }

    private Path file() {
        return folder.resolve("invented.duckdb");
    }

    BlocksShape shape() {
        return shape;
    }

    /** The blocks whose canary is there. */
    BitSet present() {
        return present;
    }

    /** What to declare. */
    List<SourceTable> tables() {
        Column grp = Column.nullable("grp", ColumnType.INTEGER);
        return List.of(
                new SourceTable(
                        new Table(
                                "people",
                                List.of(
                                        Column.nullable("uid", ColumnType.BIGINT),
                                        grp,
                                        Column.nullable("x", ColumnType.DOUBLE),
                                        Column.nullable("v", ColumnType.BIGINT)),
                                new Protection.UnitColumn("uid")),
                        new Source.DuckDb(file(), "people")),
                new SourceTable(
                        new Table("places", List.of(grp), new Protection.Public()),
                        new Source.DuckDb(file(), "places")));
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file());
            Files.deleteIfExists(folder.resolve("invented.duckdb.wal"));
            Files.deleteIfExists(folder);
        } catch (IOException stays) {
            // Nobody's data: the system's own cleaning will do.
            return;
        }
    }
}
