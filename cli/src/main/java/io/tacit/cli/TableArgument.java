package io.tacit.cli;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.source.ColumnDeclaration;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.DeclaredSource;
import io.tacit.engine.source.SourceArgument;
import java.util.Map;
import java.util.regex.Pattern;

/** What a user writes to name a table: of a file, or of the database that --source names. */
interface TableArgument {
    /** A file of text, which no server reads: it lies here, also where there is a database. */
    Pattern FILE_HERE = Pattern.compile("(?i)[^=]+=.+\\.(?:csv|tsv|json|jsonl|ndjson)(?:\\.gz)?");

    /** The table's name in queries. */
    String name();

    /**
     * Settles its schema.
     *
     * @param protection whose rows it holds
     * @param said what the user says of columns
     * @throws Refusal when it cannot be read
     */
    DeclaredSource declare(Protection protection, Map<String, ColumnDeclaration> said, DataEngine engine);

    /**
     * Reads {@code NAME=FILE}, or {@code NAME} and {@code NAME=TABLE} where there is a database.
     *
     * @param options say where
     */
    static TableArgument parse(String text, SourceOptions options) {
        return options.source()
                .filter(address -> !FILE_HERE.matcher(text).matches())
                .<TableArgument>map(address -> InDatabase.parse(text, address))
                .orElseGet(() -> {
                    SourceArgument file = SourceArgument.parse(text).withMultiline(options.multiline());
                    return new InFile(options.encoding().map(file::in).orElse(file));
                });
    }

    /** A table of a file. */
    record InFile(SourceArgument argument) implements TableArgument {
        @Override
        public String name() {
            return argument.name();
        }

        @Override
        public DeclaredSource declare(Protection protection, Map<String, ColumnDeclaration> said, DataEngine engine) {
            return DeclareSource.declare(argument, protection, said, engine);
        }
    }

    /** A table of a database. */
    record InDatabase(String name, String address, String table) implements TableArgument {
        static InDatabase parse(String text, String address) {
            int equals = text.indexOf('=');
            String name = (equals < 0 ? text : text.substring(0, equals)).strip();
            String table = equals < 0 ? name : text.substring(equals + 1).strip();
            if (name.isEmpty() || table.isEmpty() || name.contains(".")) {
                throw new Refusal(
                        ErrorCode.SOURCE_NAME,
                        "A table of a database is given as NAME or NAME=TABLE.",
                        "For example: orders=sales.orders");
            }
            return new InDatabase(name, address, table);
        }

        @Override
        public DeclaredSource declare(Protection protection, Map<String, ColumnDeclaration> said, DataEngine engine) {
            return DeclareSource.onServer(name, address, table, protection, said, engine);
        }
    }
}
