package io.tacit.engine.ledger.book;

import io.tacit.engine.ledger.LedgerPlace;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteLedgerTest extends LedgerContract {
    // A name that would lose its end if it were taken for an address.
    @TempDir
    private Path folder;

    @Override
    LedgerPlace place() {
        return new LedgerPlace.Sqlite(folder.resolve("my ledger?100%#é.db"));
    }
}
