package io.tacit.engine.text;

import io.tacit.engine.catalog.TextEncoding;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Bytes that are unpacked or converted one after the other; to go back is to begin anew. */
final class StreamBytes implements TextBytes {
    private static final int BLOCK_BYTES = 1 << 16;

    /** More than any file has, and far from where sums of positions overflow. */
    private static final long UNKNOWN = Long.MAX_VALUE / 4;

    /** What Java makes of a byte that is none. */
    private static final char NO_CHARACTER = '\uFFFD';

    private final Path path;
    private final TextEncoding encoding;
    private final byte[][] utf8;
    private InputStream in;
    private byte[] block = new byte[0];
    private int at;
    private long position;

    StreamBytes(Path path, TextEncoding encoding) throws IOException {
        this.path = path;
        this.encoding = encoding;
        this.utf8 = utf8(encoding);
        this.in = begin();
    }

    private InputStream begin() throws IOException {
        InputStream file = Files.newInputStream(path);
        try {
            // What was compressed and is nothing may be written as no byte at all.
            return TextBytes.isCompressed(path) && Files.size(path) > 0 ? new GZIPInputStream(file, BLOCK_BYTES) : file;
        } catch (IOException damaged) {
            file.close();
            throw damaged;
        }
    }

    @Override
    public int read(ByteBuffer to, long from) throws IOException {
        if (from < position) {
            in.close();
            in = begin();
            block = new byte[0];
            at = 0;
            position = 0;
        }
        while (position < from) {
            if (!more()) {
                return -1;
            }
            int skipped = (int) Math.min(from - position, block.length - at);
            at += skipped;
            position += skipped;
        }
        if (!more()) {
            return -1;
        }
        int read = Math.min(to.remaining(), block.length - at);
        to.put(block, at, read);
        at += read;
        position += read;
        return read;
    }

    /** Whether the block holds a byte that was not read yet; fetches the next one where that is needed. */
    private boolean more() throws IOException {
        if (at == block.length) {
            byte[] raw = in.readNBytes(BLOCK_BYTES);
            // One byte is one character, so that none is cut in two.
            block = encoding == TextEncoding.UTF_8 ? raw : converted(raw);
            at = 0;
        }
        return at < block.length;
    }

    /**
     * A byte that is no character of the encoding becomes one that is none of UTF-8 either, so that its line is passed over:
     * as a sign for all such bytes it would make one text of several.
     */
    private byte[] converted(byte[] raw) {
        byte[][] characters = new byte[raw.length][];
        int length = 0;
        for (int i = 0; i < raw.length; i++) {
            characters[i] = utf8[raw[i] & 0xFF];
            length += characters[i].length;
        }
        ByteBuffer converted = ByteBuffer.allocate(length);
        for (byte[] character : characters) {
            converted.put(character);
        }
        return converted.array();
    }

    private static byte[][] utf8(TextEncoding encoding) {
        byte[][] utf8 = new byte[256][];
        for (int value = 0; value < utf8.length; value++) {
            String character = new String(new byte[] {(byte) value}, encoding.charset());
            utf8[value] = character.indexOf(NO_CHARACTER) >= 0
                    ? new byte[] {(byte) 0xFF}
                    : character.getBytes(StandardCharsets.UTF_8);
        }
        return utf8;
    }

    @Override
    public long size() {
        return UNKNOWN;
    }

    @Override
    public boolean divides() {
        return false;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
