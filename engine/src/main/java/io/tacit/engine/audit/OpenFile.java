package io.tacit.engine.audit;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.source.ColumnDeclaration;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.SourceArgument;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** How a file becomes a table: as the product does it, or with a mistake that a test plants. */
@FunctionalInterface
interface OpenFile {
    /**
     * Opens a file.
     *
     * @param table its columns and types as an owner declares them
     * @throws io.tacit.engine.refusal.Refusal when it is refused
     */
    SourceTable open(Path file, Table table, DataEngine engine);

    /** What is declared of each column, and everything else by what is kept beside the file, or proposed and kept. */
    static SourceTable declared(Path file, Table table, DataEngine engine) {
        Map<String, ColumnDeclaration> types = table.columns().stream()
                .collect(Collectors.toMap(column -> column.name(), column -> ColumnDeclaration.of(column.type())));
        SourceArgument argument = new SourceArgument(table.name(), file, Optional.empty());
        return DeclareSource.keep(DeclareSource.declare(argument, table.protection(), types, engine))
                .table();
    }
}
