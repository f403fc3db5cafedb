package io.tacit.engine.backend.duckdb;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A temporary folder that only the user of this process may enter, removed when closed.
 *
 * <p>A process that is killed cannot close its folders. Each holds a file that its process keeps locked as long as it
 * lives, whatever becomes of it; the first folder of a process removes those whose lock nobody holds. The lock and not
 * the process's number decides, because numbers are used again, and containers count their own.
 */
final class PrivateFolder implements AutoCloseable {
    private static final String PREFIX = "tacit-spill-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "([0-9]+)-.+");
    private static final String LOCK = "owner";

    private static final Set<Path> SWEPT = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final @Nullable FileChannel lock;

    private PrivateFolder(Path path, @Nullable FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /**
     * Makes a folder. The first one of a process in a place also sweeps what killed processes left there.
     *
     * @param parent where it is made; empty for the system's place
     */
    static PrivateFolder create(Optional<Path> parent) throws IOException {
        Path place =
                parent.orElse(Path.of(System.getProperty("java.io.tmpdir"))).toAbsolutePath();
        PrivateFolder folder = create(place);
        if (SWEPT.add(place)) {
            folder.sweep();
        }
        return folder;
    }

    static PrivateFolder create(Path parent) throws IOException {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] onlyOwner = posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
        String prefix = PREFIX + ProcessHandle.current().pid() + "-";
        Path path = Files.createTempDirectory(parent, prefix, onlyOwner);
        return new PrivateFolder(path, locked(path));
    }

    /**
     * Locks a file before it gets its name, so that nobody finds the name without the lock. Where files cannot be
     * locked there is none, and nobody sweeps the folder.
     */
    private static @Nullable FileChannel locked(Path folder) throws IOException {
        Path draft = folder.resolve(LOCK + ".new");
        FileChannel channel = FileChannel.open(draft, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                Files.move(draft, folder.resolve(LOCK), StandardCopyOption.ATOMIC_MOVE);
                return channel;
            }
        } catch (IOException noLocksHere) {
            Files.deleteIfExists(draft);
        }
        channel.close();
        return null;
    }

    Path path() {
        return path;
    }

    /**
     * Removes the folders beside this one that processes of the same user left behind. What cannot be removed stays.
     */
    void sweep() {
        try (DirectoryStream<Path> beside = Files.newDirectoryStream(path.resolveSibling("."), PREFIX + "*")) {
            for (Path each : beside) {
                if (mayBeLeftBehind(each)) {
                    removeUnlessLocked(each);
                }
            }
        } catch (IOException unreadable) {
            return;
        }
    }

    /**
     * Whether a folder may have been left behind: it is of another process of the same user, and is not a link. This
     * process's own folders are left alone: to close a second handle of a file gives up the lock on it.
     */
    private boolean mayBeLeftBehind(Path folder) throws IOException {
        Matcher name = NAME.matcher(folder.getFileName().toString());
        return name.matches()
                && !name.group(1).equals(String.valueOf(ProcessHandle.current().pid()))
                && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(path));
    }

    private static void removeUnlessLocked(Path folder) {
        try (FileChannel channel = FileChannel.open(
                        folder.resolve(LOCK), Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
                FileLock held = tryLock(channel)) {
            if (held != null) {
                remove(folder);
            }
        } catch (IOException goneOrNotYetLocked) {
            return;
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException anotherSweepsIt) {
            return null;
        }
    }

    /** Removes what can be removed. */
    @Override
    public void close() {
        try {
            try {
                remove(path);
            } finally {
                if (lock != null) {
                    lock.close();
                }
            }
        } catch (IOException alreadyGone) {
            return;
        }
    }

    /**
     * Links are removed, not followed. The lock goes last, so that a process stopped half way leaves one to be found.
     */
    private static void remove(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> deepestFirst = all.filter(each -> !each.equals(folder) && !each.equals(folder.resolve(LOCK)))
                    .sorted(Comparator.reverseOrder())
                    .toList();
            for (Path each : deepestFirst) {
                Files.deleteIfExists(each);
            }
        }
        Files.deleteIfExists(folder.resolve(LOCK));
        Files.deleteIfExists(folder);
    }
}
