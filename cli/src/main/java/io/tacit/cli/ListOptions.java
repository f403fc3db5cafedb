package io.tacit.cli;

import io.tacit.cli.OwnerCommand.Format;
import picocli.CommandLine.Option;

/** How much of a book is listed, and how it is written. */
final class ListOptions {
    @Option(
            names = "--last",
            paramLabel = "N",
            defaultValue = "50",
            description = "Shows at most this many entries, the newest. Default: ${DEFAULT-VALUE}.")
    private int last = 50;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "table or csv. Default: ${DEFAULT-VALUE}.")
    private Format format = Format.TABLE;

    /** How many entries at most; at least 1. */
    int last() {
        return Math.max(1, last);
    }

    boolean csv() {
        return format == Format.CSV;
    }
}
