package io.tacit.engine.backend;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.Dialect;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.NullUnmarked;

/** The contract of back ends, for those of servers. */
@NullUnmarked
abstract class ServerContract extends BackendContract {
    /** An engine of servers, as the contract opens it. */
    abstract DataEngine servers(Consumer<String> ownerLog);

    /** The address of a server on which there is a table {@code anything} of one column {@code id}, INTEGER. */
    abstract String url();

    @Override
    DataEngine engine(Consumer<String> ownerLog) {
        return new WithoutTables(servers(ownerLog), this::url);
    }

    @Override
    boolean readsTextAs(ColumnType type) {
        return switch (type.kind()) {
            case BOOLEAN, TIME, TIMESTAMP -> false;
            case INTEGER, BIGINT, DECIMAL, DOUBLE, VARCHAR, DATE -> true;
        };
    }

    /** The contract opens back ends without tables, which have no address. */
    private record WithoutTables(DataEngine servers, Supplier<String> url) implements DataEngine {
        @Override
        public Dialect dialect() {
            return servers.dialect();
        }

        @Override
        public Backend open(List<SourceTable> tables) {
            return servers.open(tables.isEmpty() ? List.of(anything()) : tables);
        }

        private SourceTable anything() {
            return new SourceTable(
                    new Table(
                            "anything",
                            List.of(Column.nullable("id", ColumnType.INTEGER)),
                            new Protection.UnitColumn("id")),
                    new Source.Server(url.get(), "anything"));
        }

        @Override
        public DataEngine alsoTelling(Consumer<String> ownerLog) {
            return new WithoutTables(servers.alsoTelling(ownerLog), url);
        }

        @Override
        public FileSchema parquet(Path file) {
            return servers.parquet(file);
        }

        @Override
        public DatabaseSchema database(Path file, Predicate<String> wanted) {
            return servers.database(file, wanted);
        }

        @Override
        public DatabaseSchema server(String address, Predicate<String> wanted) {
            return servers.server(address, wanted);
        }

        @Override
        public Map<Key, Long> repeats(List<SourceTable> tables, List<Key> keys) {
            return servers.repeats(tables, keys);
        }
    }
}
