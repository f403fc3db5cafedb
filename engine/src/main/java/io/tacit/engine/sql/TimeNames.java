package io.tacit.engine.sql;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Table;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * The names of the time of planning, such as {@code CURRENT_DATE}; one that is also a column's name means the column,
 * as in DuckDB.
 */
final class TimeNames {
    private static final Set<String> WORDS = ClockWord.names();

    private TimeNames() {}

    /** The names, in capitals, that are columns of a table in the query or aliases in it. */
    static Set<String> columns(SqlNode query, Catalog catalog) {
        Names names = new Names();
        query.accept(names);
        names.read.retainAll(WORDS);
        if (names.read.isEmpty()) {
            return Set.of();
        }
        Set<String> columns = new HashSet<>(names.aliases);
        for (Table table : catalog.tables()) {
            if (names.all.contains(upper(table.name()))) {
                table.visibleColumns().forEach(column -> columns.add(upper(column.name())));
            }
        }
        columns.retainAll(WORDS);
        return columns;
    }

    private static String upper(String name) {
        return name.toUpperCase(Locale.ROOT);
    }

    private static final class Names extends SqlBasicVisitor<Void> {
        private final Set<String> all = new HashSet<>();
        private final Set<String> read = new HashSet<>();
        private final Set<String> aliases = new HashSet<>();

        @Override
        public Void visit(SqlIdentifier identifier) {
            if (!identifier.isStar()) {
                String name = upper(identifier.names.get(identifier.names.size() - 1));
                all.add(name);
                if (identifier.isSimple()) {
                    read.add(name);
                }
            }
            return super.visit(identifier);
        }

        @Override
        public Void visit(SqlCall call) {
            if (call.getKind() == SqlKind.AS) {
                call.getOperandList().stream().skip(1).forEach(this::alias);
            } else if (call.getKind() == SqlKind.WITH_ITEM) {
                call.getOperandList().forEach(this::alias);
            }
            return super.visit(call);
        }

        /** A query that is named is no name, so that taking it too does no harm. */
        private void alias(@Nullable SqlNode name) {
            if (name instanceof SqlNodeList columns) {
                columns.forEach(this::alias);
            } else if (name instanceof SqlIdentifier alias && alias.isSimple()) {
                aliases.add(upper(alias.getSimple()));
            }
        }
    }
}
