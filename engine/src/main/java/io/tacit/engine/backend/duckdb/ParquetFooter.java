package io.tacit.engine.backend.duckdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The footer of a Parquet file: what it declares of its columns, and the statistics of its groups of rows.
 *
 * @param root the metadata
 * @param begin where in the file it begins; all rows lie before
 * @param leaves the columns of bits, in the order of the groups
 */
record ParquetFooter(ThriftStruct root, long begin, List<ParquetLeaf> leaves) {
    private static final int SCHEMA = 2;
    private static final int GROUPS = 4;
    private static final int CHILDREN = 5;
    /** The length of the footer and the magic bytes. */
    private static final int TAIL = 8;

    ParquetFooter {
        leaves = List.copyOf(leaves);
    }

    /**
     * Reads the footer of a file.
     *
     * @throws IOException when the file cannot be read, or is none
     */
    static ParquetFooter of(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer tail = read(channel, channel.size() - TAIL, TAIL);
            int length = tail.getInt();
            long begin = channel.size() - TAIL - length;
            ThriftStruct root = ThriftStruct.read(read(channel, begin, length));
            return new ParquetFooter(root, begin, leaves(root.structs(SCHEMA)));
        } catch (IllegalArgumentException none) {
            throw new IOException("no footer of a Parquet file", none);
        }
    }

    private static ByteBuffer read(FileChannel channel, long from, int length) throws IOException {
        if (from < 0 || length < 0) {
            throw new IOException("the file is too short");
        }
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, from + bytes.position()) < 0) {
                throw new IOException("the file is too short");
            }
        }
        return bytes.flip();
    }

    /** The schema is a tree, written before its parts: an element with children is followed by these. */
    private static List<ParquetLeaf> leaves(List<ThriftStruct> elements) {
        List<ParquetLeaf> leaves = new ArrayList<>();
        int at = 1;
        while (at < elements.size()) {
            String name = ParquetLeaf.name(elements.get(at));
            boolean flat = elements.get(at).number(CHILDREN).orElse(0) == 0;
            for (long open = 1; open > 0 && at < elements.size(); at++) {
                long children = elements.get(at).number(CHILDREN).orElse(0);
                if (children == 0) {
                    leaves.add(new ParquetLeaf(name, flat, at, leaves.size(), elements.get(at)));
                }
                open += children - 1;
            }
        }
        return leaves;
    }

    /**
     * The columns of bits with which the engine could fail, for the sake of a value that is read or of statistics.
     *
     * @param read which columns of the table are read
     */
    List<ParquetLeaf> unsafe(Predicate<String> read) {
        return leaves.stream()
                .filter(leaf -> leaf.danger() != ParquetLeaf.Danger.NONE)
                .filter(leaf -> !isSafe(leaf, read.test(leaf.name()) && leaf.flat()))
                .toList();
    }

    private boolean isSafe(ParquetLeaf leaf, boolean read) {
        return root.structs(GROUPS).stream()
                .map(group -> group.structs(1))
                .allMatch(chunks -> leaf.number() < chunks.size()
                        && chunks.get(leaf.number())
                                .struct(3)
                                .filter(chunk -> leaf.isSafe(chunk, read))
                                .isPresent());
    }

    /** Writes a copy of the file, in which some columns of bits are whole numbers or bytes and nothing else. */
    void copy(Path file, Path copy, Set<ParquetLeaf> bare) throws IOException {
        List<ThriftStruct> elements = new ArrayList<>(root.structs(SCHEMA));
        bare.forEach(leaf -> elements.set(leaf.element(), leaf.bare()));
        byte[] footer = root.with(SCHEMA, elements).written();
        ByteBuffer end = ByteBuffer.allocate(footer.length + TAIL)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(footer)
                .putInt(footer.length)
                .put(new byte[] {'P', 'A', 'R', '1'})
                .flip();
        try (FileChannel from = FileChannel.open(file);
                FileChannel to = FileChannel.open(copy, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (long at = 0; at < begin; ) {
                long moved = from.transferTo(at, begin - at, to);
                if (moved <= 0) {
                    throw new IOException("the file became shorter");
                }
                at += moved;
            }
            while (end.hasRemaining()) {
                to.write(end);
            }
        }
    }
}
