package io.tacit.engine.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.TextEncoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is unpacked or converted while it is read gives, from any position on, the bytes that it has there. */
class ReadAnywhereTest {
    @TempDir
    Path folder;

    @Test
    void inAnyEncodingPackedOrNot() throws IOException {
        SplittableRandom random = new SplittableRandom(3);
        byte[] stored = new byte[150_000];
        for (int i = 0; i < stored.length; i++) {
            stored[i] = (byte) (random.nextInt(5) == 0 ? 0x80 + random.nextInt(0x80) : 'a' + random.nextInt(26));
        }
        for (TextEncoding encoding : TextEncoding.values()) {
            byte[] ascii = encoding == TextEncoding.UTF_8 ? onlyAscii(stored) : stored;
            // A byte that is no character stays none.
            byte[] expected = new String(
                            new String(ascii, encoding.charset()).getBytes(StandardCharsets.UTF_8),
                            StandardCharsets.ISO_8859_1)
                    .replace("\u00EF\u00BF\u00BD", "\u00FF")
                    .getBytes(StandardCharsets.ISO_8859_1);
            for (boolean packed : new boolean[] {true, false}) {
                Path file = Files.write(folder.resolve(packed ? "text.gz" : "text"), packed ? packed(ascii) : ascii);
                try (TextBytes bytes = TextBytes.open(file, encoding)) {
                    boolean plain = encoding == TextEncoding.UTF_8 && !packed;
                    assertThat(bytes.divides()).isEqualTo(plain);
                    assertThat(bytes.size()).isGreaterThanOrEqualTo(expected.length);
                    for (int round = 0; round < 40; round++) {
                        int from = round < 4 ? round : random.nextInt(expected.length + 3);
                        check(bytes, from, 1 + random.nextInt(round % 2 == 0 ? 9 : 90_000), expected);
                    }
                }
            }
        }
    }

    /** The first bytes may be a person's; a name is the owner's. */
    @Test
    void onlyWhatIsCalledSoIsUnpacked() throws IOException {
        for (byte[] bytes : List.of(packed(new byte[] {'a'}), new byte[] {'a'}, new byte[0])) {
            for (String name : List.of("a.gz", "a.csv.GZ", "a.csv.gz", ".gz")) {
                assertThat(TextBytes.isCompressed(Files.write(folder.resolve(name), bytes)))
                        .isTrue();
            }
            for (String name : List.of("a", "gz", "a.csv", "a.gz.csv", "a.gzip")) {
                assertThat(TextBytes.isCompressed(Files.write(folder.resolve(name), bytes)))
                        .isFalse();
            }
        }
    }

    /** Programs that compress no row may write no byte. */
    @Test
    void whatIsCompressedAndHasNoByteIsEmpty() throws IOException {
        Path file = Files.write(folder.resolve("none.csv.gz"), new byte[0]);
        try (TextBytes bytes = TextBytes.open(file, TextEncoding.UTF_8)) {
            assertThat(bytes.read(ByteBuffer.allocate(9), 0)).isEqualTo(-1);
        }
    }

    /** After a mark of UTF-8 and a header, however long that is. */
    @Test
    void theFirstRowBeginsBehindTheFirstLineBreak() throws IOException {
        for (String mark : List.of("", "\ufeff", "\ufeff\ufeff")) {
            for (int length : new int[] {0, 1, 4091, 4092, 4093, 4094, 4095, 4096, 4097, 8191, 8192, 8193}) {
                String header = "h".repeat(length);
                long marked = mark.isEmpty() ? 0 : 3;
                long after = mark.length() * 3L + length + 1;
                assertThat(firstRow(mark + header + "\nx\ny", true)).isEqualTo(after);
                assertThat(firstRow(mark + header, true)).isEqualTo(after - 1);
                assertThat(firstRow(mark + header + "\nx\ny", false)).isEqualTo(marked);
            }
        }
    }

    private long firstRow(String text, boolean header) throws IOException {
        Path file = Files.writeString(folder.resolve("rows"), text);
        TextRows rows = new TextRows(
                file, TextEncoding.UTF_8, header, Long.MAX_VALUE, () -> new CsvFields(new CsvFormat(',', true), 1));
        try (TextBytes bytes = rows.open()) {
            return rows.firstRow(bytes);
        }
    }

    private static void check(TextBytes bytes, int from, int length, byte[] expected) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        int read = 0;
        while (buffer.hasRemaining() && read >= 0) {
            read = bytes.read(buffer, from + (long) buffer.position());
        }
        byte[] wanted = from >= expected.length
                ? new byte[0]
                : Arrays.copyOfRange(expected, from, Math.min(expected.length, from + length));
        assertThat(Arrays.copyOf(buffer.array(), buffer.position())).isEqualTo(wanted);
    }

    private static byte[] onlyAscii(byte[] bytes) {
        byte[] ascii = bytes.clone();
        for (int i = 0; i < ascii.length; i++) {
            ascii[i] &= 0x7F;
        }
        return ascii;
    }

    private static byte[] packed(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }
}
