package io.tacit.engine.source;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tacit.engine.catalog.AmbiguousNames;
import io.tacit.engine.catalog.TextEncoding;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.text.JsonFields;
import io.tacit.engine.text.JsonLine;
import io.tacit.engine.text.Lines;
import io.tacit.engine.text.TextBytes;
import io.tacit.engine.text.TextRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Finds the names of the members of a file's JSON objects: those that at least one object in a hundred has, in the
 * order in which they come first. A name that fewer have may say something about a person and is left out, as is one that
 * can be no column: the empty one, and one with a sign that is no text or that moves a terminal. Of names that differ by
 * case only the one stays that nearly all objects have, and the others that few have are left out; else all are: whoever
 * wrote one could mean the other.
 */
final class LookAtJson {
    private static final int SAMPLE_LINES = 10_000;
    private static final double COMMON_SHARE = 0.01;
    private static final double TABLE_SHARE = 0.5;
    private static final double NEARLY_ALL = 0.9;
    private static final double FEW = 0.1;

    /** Controls, breaks of lines and paragraphs, and halves of signs, which no column can have. */
    private static final Pattern NO_NAME = Pattern.compile(".*[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cs}].*", Pattern.DOTALL);

    private final Map<String, Integer> plain = new LinkedHashMap<>();
    private final Set<String> nested = new LinkedHashSet<>();
    private int objects;
    private int lines;

    private LookAtJson() {}

    /**
     * Looks at the beginning of the file.
     *
     * @throws Refusal SOURCE_SCHEMA when its lines are no objects; SOURCE_UNREADABLE when it cannot be read
     */
    static TextShape shape(Path file) {
        LookAtJson look = new LookAtJson();
        look.sample(file);
        if (look.lines == 0 && SourceFormat.isNothing(file)) {
            throw LookAtFile.empty(file);
        }
        if (look.objects == 0 || look.objects < TABLE_SHARE * look.lines) {
            throw new Refusal(
                    ErrorCode.SOURCE_SCHEMA,
                    "The file " + SourceFormat.nameOf(file) + " does not hold one JSON object a line.",
                    "Write each object into a line of its own, for example: jq -c '.[]' old.json > new.jsonl");
        }
        List<String> names = look.names();
        if (names.isEmpty()) {
            throw new Refusal(
                    ErrorCode.SOURCE_SCHEMA,
                    "The objects of " + SourceFormat.nameOf(file) + " have no plain members.",
                    "Members must be texts, numbers or truth values.");
        }
        List<String> notices = new ArrayList<>();
        if (!names.containsAll(look.nested) || names.size() < look.plain.size()) {
            notices.add("Members that are objects or arrays, or that few objects have, are left out.");
        }
        return shape(file, names, notices);
    }

    /** The lines of a file whose names are known. */
    static TextShape shape(Path file, List<String> names, List<String> notices) {
        TextRows rows =
                new TextRows(file, TextEncoding.UTF_8, false, LookAtCsv.SAMPLE_BYTES, () -> new JsonFields(names));
        return new TextShape(Optional.empty(), names, names, AmbiguousNames.NONE, rows, notices);
    }

    private List<String> names() {
        Map<String, Integer> spellings = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        List<String> common = plain.entrySet().stream()
                .filter(member -> member.getValue() >= COMMON_SHARE * objects)
                .map(Map.Entry::getKey)
                .filter(name -> !name.isEmpty() && !NO_NAME.matcher(name).matches())
                .toList();
        common.forEach(name -> spellings.merge(name, 1, Integer::sum));
        return common.stream()
                .filter(name -> spellings.getOrDefault(name, 0) == 1 || isTheSpelling(name, common))
                .toList();
    }

    /** Whether nearly all objects have this spelling of a name, and few another one. */
    private boolean isTheSpelling(String name, List<String> common) {
        return plain.getOrDefault(name, 0) >= NEARLY_ALL * objects
                && common.stream()
                        .filter(other -> !other.equals(name) && other.equalsIgnoreCase(name))
                        .allMatch(other -> plain.getOrDefault(other, 0) <= FEW * objects);
    }

    private void sample(Path file) {
        try (TextBytes channel = TextBytes.open(file, TextEncoding.UTF_8)) {
            Lines all = Lines.from(channel, TextRows.afterByteOrderMark(channel), LookAtCsv.SAMPLE_BYTES);
            while (lines < SAMPLE_LINES && all.next()) {
                int start = JsonFields.objectStart(all.bytes(), all.lineStart(), all.lineEnd());
                int end = JsonFields.objectEnd(all.bytes(), start, all.lineEnd());
                if (start < end) {
                    lines++;
                    look(all.bytes(), start, end);
                }
            }
        } catch (IOException cause) {
            throw SourceFormat.unreadable(file, cause);
        }
    }

    private void look(byte[] bytes, int start, int end) {
        Set<String> plainHere = new LinkedHashSet<>();
        Set<String> nestedHere = new LinkedHashSet<>();
        try (JsonParser parser = JsonLine.parser(bytes, start, end)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return;
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                boolean structure = parser.nextToken().isStructStart();
                parser.skipChildren();
                (structure ? nestedHere : plainHere).add(name);
            }
            if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
                return;
            }
        } catch (IOException malformed) {
            return;
        }
        objects++;
        nested.addAll(nestedHere);
        plainHere.forEach(name -> plain.merge(name, 1, Integer::sum));
    }
}
