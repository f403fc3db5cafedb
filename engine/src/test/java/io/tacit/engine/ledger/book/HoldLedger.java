package io.tacit.engine.ledger.book;

import java.nio.file.Path;
import java.sql.Connection;

/** A process that holds a ledger for writing from the line that it says until its input ends. */
final class HoldLedger {
    private HoldLedger() {}

    /** @param arguments the ledger's file */
    public static void main(String[] arguments) throws Exception {
        try (Connection connection = SqliteDatabase.connect(Path.of(arguments[0]))) {
            Database.run(connection, "BEGIN IMMEDIATE");
            System.out.println("held");
            while (System.in.read() >= 0) {
                continue;
            }
            Database.run(connection, "COMMIT");
        }
    }
}
