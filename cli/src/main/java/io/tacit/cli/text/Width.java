package io.tacit.cli.text;

/** How many columns of a terminal a text takes. */
final class Width {
    private Width() {}

    static int of(String text) {
        return text.codePoints().map(Width::of).sum();
    }

    private static int of(int point) {
        int type = Character.getType(point);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        Character.UnicodeScript script = Character.UnicodeScript.of(point);
        boolean wide = script == Character.UnicodeScript.HAN
                || script == Character.UnicodeScript.HIRAGANA
                || script == Character.UnicodeScript.KATAKANA
                || script == Character.UnicodeScript.HANGUL
                || point >= 0x1F300 && point <= 0x1FAFF
                || point >= 0xFF01 && point <= 0xFF60;
        return wide ? 2 : 1;
    }
}
