package io.tacit.engine.policy;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the embedded engine may take of the machine. No answer depends on it.
 *
 * @param mebibytes of memory, before it spills; empty for what is usual
 * @param spill the folder in which it makes one of its own for rows that memory does not hold; empty for the system's
 */
public record Resources(OptionalLong mebibytes, Optional<Path> spill) {
    /** What is usual. */
    public static final Resources USUAL = new Resources(OptionalLong.empty(), Optional.empty());
}
