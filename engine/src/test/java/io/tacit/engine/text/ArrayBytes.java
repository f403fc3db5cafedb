package io.tacit.engine.text;

import java.nio.ByteBuffer;

/**
 * Text in memory, of which a reader gets few bytes at a time.
 *
 * @param most how many bytes it gets at once
 */
record ArrayBytes(byte[] bytes, int most) implements TextBytes {
    @Override
    public int read(ByteBuffer to, long position) {
        if (position >= bytes.length) {
            return -1;
        }
        int count = Math.min(Math.min(most, to.remaining()), bytes.length - (int) position);
        to.put(bytes, (int) position, count);
        return count;
    }

    @Override
    public long size() {
        return bytes.length;
    }

    @Override
    public boolean divides() {
        return true;
    }

    @Override
    public void close() {}
}
