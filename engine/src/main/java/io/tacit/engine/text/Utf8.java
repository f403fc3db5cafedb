package io.tacit.engine.text;

/** What counts as text: well-formed UTF-8 (Unicode, table 3-7) without NUL. */
final class Utf8 {
    private Utf8() {}

    static boolean isText(byte[] bytes, int start, int end) {
        return firstWrong(bytes, start, end) == end;
    }

    /** Where the first byte stands that begins no character; the end where all do. */
    static int firstWrong(byte[] bytes, int start, int end) {
        int at = start;
        while (at < end) {
            int lead = bytes[at];
            if (lead > 0) {
                at++;
                continue;
            }
            int length = sequenceLength(bytes, at, end);
            if (length == 0) {
                return at;
            }
            at += length;
        }
        return end;
    }

    /** How many bytes the character has that begins here, 0 when it is NUL or not well formed. */
    private static int sequenceLength(byte[] bytes, int at, int end) {
        int lead = bytes[at] & 0xFF;
        if (lead < 0xC2 || lead > 0xF4) {
            return 0;
        }
        int length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        if (at + length > end) {
            return 0;
        }
        int second = bytes[at + 1] & 0xFF;
        int lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
        int highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        if (second < lowest || second > highest) {
            return 0;
        }
        for (int i = at + 2; i < at + length; i++) {
            if ((bytes[i] & 0xC0) != 0x80) {
                return 0;
            }
        }
        return length;
    }
}
