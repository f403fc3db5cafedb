package io.tacit.engine.ledger.book;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds which process holds a SQLite file, where the system tells it: Linux does, in {@code /proc/locks}. */
final class LockHolder {
    private static final Path LOCKS = Path.of("/proc/locks");
    private static final int KIND = 3;
    private static final int PROCESS = 4;
    private static final int FILE = 5;

    private LockHolder() {}

    /** The process that has locked the file for writing, with the name of its program; empty where that is not known. */
    static Optional<String> of(Path file) {
        try {
            Set<String> numbers = new HashSet<>();
            for (String part : List.of("", "-wal", "-shm")) {
                Path beside = Path.of(file + part);
                if (Files.exists(beside)) {
                    numbers.add(String.valueOf(Files.getAttribute(beside, "unix:ino")));
                }
            }
            return Files.readAllLines(LOCKS).stream()
                    .map(line -> line.strip().split("\\s+"))
                    .filter(words -> words.length > FILE && words[KIND].equals("WRITE"))
                    .filter(words -> numbers.contains(words[FILE].substring(words[FILE].lastIndexOf(':') + 1)))
                    .flatMap(words -> process(words[PROCESS]).stream())
                    .findFirst();
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException notTold) {
            return Optional.empty();
        }
    }

    private static Optional<String> process(String number) {
        long id = Long.parseLong(number);
        if (id == ProcessHandle.current().pid()) {
            return Optional.of("another session of this process");
        }
        return ProcessHandle.of(id)
                .map(process -> "process " + id
                        + process.info()
                                .command()
                                .map(command -> " (" + Path.of(command).getFileName() + ")")
                                .orElse(""));
    }
}
