package io.tacit.engine.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Whether four bytes are UTF-8, against Java's own decoder: all at which a rule begins or ends. */
class EveryFewBytesTest {
    private static final int[] BYTES = {
        0x00, 0x01, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
        0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF
    };

    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    private final CharBuffer characters = CharBuffer.allocate(8);

    @Test
    void isTextWhereJavaReadsItAndNoZeroIsAmongIt() {
        byte[] bytes = new byte[6];
        for (int a : BYTES) {
            for (int b : BYTES) {
                for (int c : BYTES) {
                    for (int d : BYTES) {
                        bytes[1] = (byte) a;
                        bytes[2] = (byte) b;
                        bytes[3] = (byte) c;
                        bytes[4] = (byte) d;
                        bytes[5] = (byte) 0x80;
                        assertThat(Utf8.firstWrong(bytes, 1, 5)).isEqualTo(firstWrong(bytes));
                    }
                }
            }
        }
    }

    private int firstWrong(byte[] bytes) {
        decoder.reset();
        characters.clear();
        ByteBuffer input = ByteBuffer.wrap(bytes, 1, 4);
        CoderResult result = decoder.decode(input, characters, true);
        int end = result.isError() ? input.position() : 5;
        for (int i = 1; i < end; i++) {
            if (bytes[i] == 0) {
                return i;
            }
        }
        return end;
    }
}
