package io.tacit.engine.text;

import io.tacit.engine.catalog.TextEncoding;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/**
 * The bytes of a text file as UTF-8. A file that is compressed with gzip is unpacked, one in another encoding is
 * converted while it is read: no copy is written anywhere.
 */
public interface TextBytes extends Closeable {
    /** The end of a name that says that a file is compressed. */
    String COMPRESSED = ".gz";

    /**
     * Reads some bytes from a position on.
     *
     * @return how many; -1 at the end
     */
    int read(ByteBuffer to, long position) throws IOException;

    /** How many bytes there are at most; more than any file has where that is known only at the end. */
    long size() throws IOException;

    /** Whether several threads may read at any place; others must be read from the beginning to the end. */
    boolean divides();

    /** Opens a file. */
    static TextBytes open(Path path, TextEncoding encoding) throws IOException {
        if (encoding == TextEncoding.UTF_8 && !isCompressed(path)) {
            return new ChannelBytes(FileChannel.open(path, StandardOpenOption.READ));
        }
        return new StreamBytes(path, encoding);
    }

    /**
     * Whether a file is compressed with gzip, which the end of its name says. Its first bytes may be a person's, and say
     * nothing.
     */
    static boolean isCompressed(Path path) {
        return String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT).endsWith(COMPRESSED);
    }

    /** Bytes of a file as they are. */
    record ChannelBytes(FileChannel file) implements TextBytes {
        @Override
        public int read(ByteBuffer to, long position) throws IOException {
            return file.read(to, position);
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public boolean divides() {
            return true;
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
