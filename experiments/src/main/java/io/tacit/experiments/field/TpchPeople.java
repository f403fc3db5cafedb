package io.tacit.experiments.field;

import io.tacit.engine.catalog.SourceTable;
import io.tacit.experiments.tpch.TpchTables;
import java.nio.file.Path;
import java.util.List;

/** Whose rows of TPC-H are private; the rows of all others are public. */
enum TpchPeople {
    /** As everywhere else in Tacit. */
    CUSTOMERS("customer"),

    /** What they offer and what was bought of them. */
    SUPPLIERS("supplier"),

    /** Each order is somebody. */
    ORDERS("order");

    private final String person;

    TpchPeople(String person) {
        this.person = person;
    }

    /** What one of them is called. */
    String person() {
        return person;
    }

    /** The tables with these people's rows private. */
    List<SourceTable> tables(Path database) {
        return switch (this) {
            case CUSTOMERS -> TpchTables.in(database);
            case SUPPLIERS -> TpchTables.ofSuppliers(database);
            case ORDERS -> TpchTables.ofOrders(database);
        };
    }
}
