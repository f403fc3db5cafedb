package io.tacit.engine.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Parses one line of JSON, which another line has no influence on: there is no table of names, which would carry what
 * one line holds to the next, and the parser is given a copy of this line's characters and nothing else.
 *
 * <p>The copy is made for a reason: given a part of an array of bytes and no table of names, jackson-core 2.20 reads
 * beyond the end of a part of more than 8,192 bytes.
 */
public final class JsonLine {
    /** Beyond these a line is malformed; written down so that a newer library does not change which lines are read. */
    private static final StreamReadConstraints LIMITS = StreamReadConstraints.builder()
            .maxNestingDepth(1_000)
            .maxNumberLength(1_000)
            .maxNameLength(50_000)
            .maxStringLength(Lines.MAX_BYTES)
            .maxDocumentLength(-1)
            .maxTokenCount(-1)
            .build();

    private static final char BYTE_ORDER_MARK = '\ufeff';

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(LIMITS)
            .build();

    private JsonLine() {}

    /**
     * A parser of these bytes alone. It throws IOException where they are no JSON or pass a limit: a thousand levels, a
     * number of a thousand digits, a name of 50,000 signs.
     *
     * @param bytes holds the text, in well-formed UTF-8
     * @param start of the text
     * @param end after its last byte
     */
    public static JsonParser parser(byte[] bytes, int start, int end) throws IOException {
        char[] characters = new String(bytes, start, end - start, StandardCharsets.UTF_8).toCharArray();
        // Files that were put together have such a mark within.
        int first = characters.length > 0 && characters[0] == BYTE_ORDER_MARK ? 1 : 0;
        return FACTORY.createParser(characters, first, characters.length - first);
    }
}
