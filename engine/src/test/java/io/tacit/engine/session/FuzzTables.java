package io.tacit.engine.session;

import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.sql.TpchTables;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** TPC-H's tables with the customer as the person, and no rows: planning never looks at any. */
@org.jspecify.annotations.NullUnmarked
final class FuzzTables {
    private static final Map<String, Protection> CUSTOMERS = Map.of(
            "customer", new Protection.UnitColumn("c_custkey"),
            "orders", new Protection.UnitColumn("o_custkey"),
            "lineitem", new Protection.ForeignKey("l_orderkey", "orders", "o_orderkey"));

    private FuzzTables() {}

    static List<SourceTable> tpch() {
        return TpchTables.catalog(CUSTOMERS).tables().stream()
                .map(table -> new SourceTable(
                        table, new Source.Csv(Path.of("nowhere", table.name()), new CsvFormat(',', true))))
                .toList();
    }
}
