package io.tacit.engine.policy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Policies over text files alone: no database is opened, so that many of them can be tried. */
final class TextShop {
    private final Path folder;

    private TextShop(Path folder) {
        this.folder = folder;
    }

    /** A folder with the files {@code t.csv} of the columns a, b, c and d, and {@code u.csv} of a and b. */
    static TextShop in(Path folder) throws IOException {
        Files.writeString(folder.resolve("t.csv"), "a,b,c,d\n1,2,3,4\n");
        Files.writeString(folder.resolve("u.csv"), "a,b\n1,2\n");
        return new TextShop(folder);
    }

    PolicyFile.Checked check(String policy) throws IOException {
        return PolicyFile.check(Files.writeString(folder.resolve("tacit.yaml"), policy), Shop.ENGINE);
    }

    /** The paths of all errors. */
    List<String> errors(String policy) throws IOException {
        return check(policy).errors().stream().map(Finding::path).toList();
    }
}
