package io.tacit.engine.source;

import com.fasterxml.jackson.core.io.JsonStringEncoder;

/** Texts as YAML has them in double quotes. */
public final class YamlText {
    private static final char DELETE = 127;
    private static final char LAST_CONTROL = 0x9f;
    private static final char LINE_SEPARATOR = 0x2028;
    private static final char PARAGRAPH_SEPARATOR = 0x2029;
    private static final char BYTE_ORDER_MARK = 0xfeff;
    private static final char NO_SIGN = 0xfffe;

    private YamlText() {}

    /** As JSON, which is YAML but for the signs that YAML does not let stand as they are, or takes for an end of a line. */
    public static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char sign : JsonStringEncoder.getInstance().quoteAsString(text)) {
            quoted.append(stands(sign) ? String.valueOf(sign) : String.format("\\u%04x", (int) sign));
        }
        return quoted.append('"').toString();
    }

    private static boolean stands(char sign) {
        boolean usual = sign < DELETE || sign > LAST_CONTROL && sign < NO_SIGN && !Character.isSurrogate(sign);
        return usual && sign != LINE_SEPARATOR && sign != PARAGRAPH_SEPARATOR && sign != BYTE_ORDER_MARK;
    }
}
