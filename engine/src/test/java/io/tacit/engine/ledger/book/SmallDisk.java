package io.tacit.engine.ledger.book;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A disk of its own with little room, for tests that fill it. Where none can be mounted, the test is skipped.
 *
 * @param folder where it is mounted
 */
public record SmallDisk(Path folder) implements AutoCloseable {
    /** Mounts one. */
    public static SmallDisk mounted(Path folder, int mebibytes) throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root mounts disks");
        Path disk = Files.createDirectory(folder.resolve("disk"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "tmpfs", disk.toString()),
                "no disk can be mounted");
        return new SmallDisk(disk);
    }

    /** Writes a file that leaves so many bytes. */
    public Path fill(long free) throws IOException {
        long room = Files.getFileStore(folder).getUsableSpace() - free;
        return Files.write(folder.resolve("filler"), new byte[Math.toIntExact(room)]);
    }

    private static boolean run(String... command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        if (!run("umount", folder.toString())) {
            throw new IOException("still mounted: " + folder);
        }
    }
}
