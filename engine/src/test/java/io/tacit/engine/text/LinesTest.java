package io.tacit.engine.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.TextEncoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinesTest {
    @TempDir
    Path folder;

    @Test
    void endsLinesWithLfAndDropsTheCrBeforeIt() throws IOException {
        assertThat(lines("a\r\n\nb\rc\nlast")).containsExactly("a", "", "b\rc", "last");
        assertThat(lines("a\n")).containsExactly("a");
        assertThat(lines("")).isEmpty();
        assertThat(lines("\r\r\n\r")).containsExactly("\r", "");
    }

    @Test
    void passesOverLinesThatAreNoText() throws IOException {
        byte[] file = concatenated(
                "a\n".getBytes(UTF_8),
                new byte[] {'x', (byte) 0xFF, '\n'},
                new byte[] {'x', 0, '\n'},
                new byte[] {(byte) 0xC3, '\n'},
                new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80, '\n'},
                new byte[] {(byte) 0xC0, (byte) 0x80, '\n'},
                new byte[] {(byte) 0xF5, (byte) 0x80, (byte) 0x80, (byte) 0x80, '\n'},
                "ä€😀\n".getBytes(UTF_8));
        assertThat(lines(file)).containsExactly("a", "ä€😀");
    }

    @Test
    void passesOverLinesAboveTheLimitOnly() throws IOException {
        String longest = "x".repeat(Lines.MAX_BYTES);
        assertThat(lines("a\n" + longest + "\nb\n")).containsExactly("a", longest, "b");
        assertThat(lines("a\n" + longest + "\r\nb\n")).containsExactly("a", longest, "b");
        assertThat(lines("a\n" + longest + "x\nb\n")).containsExactly("a", "b");
        assertThat(lines("a\n" + longest.repeat(4) + "\nb")).containsExactly("a", "b");
        assertThat(lines(longest.repeat(3))).isEmpty();
        assertThat(lines("a\n" + longest.repeat(3))).containsExactly("a");
    }

    @Test
    void readsTheSameHoweverTheFileIsDivided() throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        String alphabet = "ab,\"\r\n\n\u0000ä";
        for (int round = 0; round < 50; round++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(120);
            for (int i = 0; i < length; i++) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            byte[] bytes = text.toString().getBytes(UTF_8);
            List<String> whole = lines(bytes);
            for (int stretch = 1; stretch < 20; stretch++) {
                assertThat(lines(bytes, stretch))
                        .as("stretch %s of %s", stretch, round)
                        .isEqualTo(whole);
            }
        }
    }

    @Test
    void readsLongLinesAcrossStretches() throws IOException {
        byte[] bytes = ("a\n" + "y".repeat(700_000) + "\n" + "z".repeat(1_300_000) + "\nb\n").getBytes(UTF_8);
        assertThat(lines(bytes, 100_000)).isEqualTo(lines(bytes)).hasSize(3);
    }

    private List<String> lines(String text) throws IOException {
        return lines(text.getBytes(UTF_8));
    }

    private List<String> lines(byte[] bytes) throws IOException {
        return lines(bytes, bytes.length + 1);
    }

    private List<String> lines(byte[] bytes, int stretch) throws IOException {
        Path file = Files.write(folder.resolve("lines.txt"), bytes);
        List<String> lines = new ArrayList<>();
        try (TextBytes channel = TextBytes.open(file, TextEncoding.UTF_8)) {
            for (long start = 0; start < bytes.length; start += stretch) {
                long end = Math.min(start + stretch, bytes.length);
                Lines part = start == 0 ? Lines.from(channel, 0, end) : Lines.between(channel, start, end);
                while (part.next()) {
                    lines.add(new String(Arrays.copyOfRange(part.bytes(), part.lineStart(), part.lineEnd()), UTF_8));
                }
            }
        }
        return lines;
    }

    private static byte[] concatenated(byte[]... parts) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.write(part);
        }
        return all.toByteArray();
    }
}
