package io.tacit.engine.source;

import io.tacit.engine.catalog.AmbiguousNames;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.TextEncoding;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.text.CsvFields;
import io.tacit.engine.text.HeaderNames;
import io.tacit.engine.text.Lines;
import io.tacit.engine.text.RecordEnd;
import io.tacit.engine.text.TextBytes;
import io.tacit.engine.text.TextRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds out how the lines of a text file divide: the delimiter that divides the header into most fields, of those that
 * divide most of the following lines alike.
 */
final class LookAtCsv {
    /** How much of a file is looked at, once, to propose a schema. */
    static final long SAMPLE_BYTES = 1 << 24;

    private static final List<Character> DELIMITERS = List.of(',', ';', '\t', '|');
    static final int SAMPLE_LINES = 10_000;
    static final int MAX_COLUMNS = HeaderNames.MOST;
    private static final double TABLE_SHARE = 0.5;
    private static final double GOOD_SHARE = 0.99;

    private LookAtCsv() {}

    /** One way to divide lines into fields, and the share of lines that have as many fields as the header. */
    private record Candidate(CsvFormat format, List<String> header, double share) {}

    /**
     * Looks at the beginning of the file.
     *
     * @throws Refusal SOURCE_SCHEMA when it is no table with a header; SOURCE_UNREADABLE when it cannot be read
     */
    static TextShape shape(Path file, TextEncoding encoding) {
        return shape(file, encoding, Optional.empty());
    }

    /**
     * Looks at the beginning of the file, of which the owner may say whether records span lines.
     *
     * @throws Refusal as without the owner's word
     */
    static TextShape shape(Path file, TextEncoding encoding, Optional<Boolean> multiline) {
        if (!FirstLine.check(file)) {
            throw LookAtFile.empty(file);
        }
        List<byte[]> lines = new ArrayList<>();
        long passedOver = sample(file, encoding, SAMPLE_LINES, lines, Optional.empty());
        checkHeader(file, lines);
        checkWidth(file, lines.get(0), encoding);
        SpanningRecords spanning = new SpanningRecords(file, multiline);
        Candidate best = candidates(lines, encoding, spanning).stream()
                .max(Comparator.comparingDouble(LookAtCsv::score))
                .orElseThrow(() -> noHeader(file, "Its first line has a quote that is not closed."));
        if (best.share() < TABLE_SHARE) {
            throw noHeader(file, "Most of its lines do not divide into as many fields as the first line.");
        }
        CsvFormat format = spanning.settled(best.format(), best.header().size());
        List<String> notices =
                new ArrayList<>(spanning.notices(format, best.header().size()));
        if (best.share() * (lines.size() - 1) < GOOD_SHARE * (lines.size() - 1 + passedOver)) {
            notices.add("Some lines of " + SourceFormat.nameOf(file)
                    + " are skipped: they are no UTF-8, longer than a megabyte, or do not divide like the header."
                    + (format.multiline() || !format.quoted()
                            ? ""
                            : " Line breaks inside of quotes are read with --multiline true.")
                    + (encoding == TextEncoding.UTF_8 && passedOver > 0
                            ? " If it is no UTF-8: --encoding latin1, or " + convert(file)
                            : ""));
        }
        return shape(file, format, best.header(), notices);
    }

    /**
     * Whether a file has no header because it holds nothing: some programs write that where there is no row. What is
     * declared of its columns holds.
     */
    static boolean isNothing(Path file) {
        return !FirstLine.check(file);
    }

    /** The header of a file whose division is known, and which {@linkplain #isNothing is not nothing}. */
    static TextShape shape(Path file, CsvFormat format) {
        FirstLine.check(file);
        List<byte[]> lines = new ArrayList<>();
        sample(file, format.encoding(), 0, lines, new CsvFields(format, MAX_COLUMNS).recordEnd());
        checkHeader(file, lines);
        List<String> header = cells(lines.get(0), format);
        if (header.isEmpty()) {
            if (HeaderNames.areTooMany(lines.get(0), format)) {
                throw tooWide(file);
            }
            throw noHeader(file, "Its first line does not divide as its schema file says.");
        }
        return shape(file, format, header, List.of());
    }

    /**
     * The header of a file with a schema file; of one that {@linkplain #isNothing holds nothing}, what that declares.
     *
     * @throws Refusal SOURCE_SCHEMA when it is not the one for which that was made
     */
    static TextShape kept(Path file, CsvFormat format, SchemaFile kept) {
        List<String> wanted =
                kept.columns().stream().map(SchemaFile.Entry::name).toList();
        if (isNothing(file)) {
            return shape(file, format, wanted, List.of());
        }
        TextShape shape = shape(file, format);
        if (!shape.usable().equals(wanted)) {
            Optional<String> why = wanted.stream()
                    .filter(name -> !shape.usable().contains(name))
                    .flatMap(name -> shape.ambiguous().why(name).stream())
                    .findFirst();
            throw new Refusal(
                    ErrorCode.SOURCE_SCHEMA,
                    "The header of " + SourceFormat.nameOf(file) + " is not the one in its schema file "
                            + SourceFormat.nameOf(SchemaFile.beside(file)) + "."
                            + why.map(sentence -> " " + sentence).orElse(""),
                    why.isPresent()
                            ? AmbiguousNames.advice() + " Then delete the schema file."
                            : "Correct the schema file, or delete it to have a schema proposed anew.");
        }
        return shape;
    }

    private static TextShape shape(Path file, CsvFormat format, List<String> header, List<String> notices) {
        int count = header.size();
        TextRows rows = new TextRows(file, format.encoding(), true, SAMPLE_BYTES, () -> new CsvFields(format, count));
        List<String> names = HeaderNames.of(header);
        return new TextShape(Optional.of(format), header, names, AmbiguousNames.of(names), rows, notices);
    }

    private static List<Candidate> candidates(List<byte[]> lines, TextEncoding encoding, SpanningRecords spanning) {
        List<Candidate> candidates = new ArrayList<>();
        for (boolean quoted : spanning.wanted() ? new boolean[] {true} : new boolean[] {true, false}) {
            for (char delimiter : DELIMITERS) {
                CsvFormat format = new CsvFormat(delimiter, quoted, encoding);
                List<byte[]> records = quoted ? spanning.records(format, lines) : List.of();
                if (!records.isEmpty()) {
                    CsvFormat multiline = format.withMultiline(true);
                    List<String> names = cells(records.get(0), multiline);
                    candidates.add(new Candidate(multiline, names, share(records, multiline, names.size())));
                    continue;
                }
                List<String> header = cells(lines.get(0), format);
                // A quote that the header does not close is a mistake, not a sign that quotes are text.
                boolean possible = quoted || !contains(lines.get(0), '"');
                if (possible && !header.isEmpty()) {
                    candidates.add(new Candidate(format, header, share(lines, format, header.size())));
                }
            }
        }
        return candidates;
    }

    /**
     * The score of a way: more fields are better as long as the lines agree with them, and quotes count unless much
     * speaks against them.
     */
    private static double score(Candidate candidate) {
        double agreement = candidate.share() >= TABLE_SHARE ? 1 : 0;
        double fields = Math.min(candidate.header().size(), MAX_COLUMNS) / (double) MAX_COLUMNS;
        return candidate.header().size() == 1
                ? (candidate.format().quoted() ? 0.002 : 0.001)
                : agreement * (10 * candidate.share() + fields)
                        + (candidate.format().quoted() ? 0.1 : 0);
    }

    static double share(List<byte[]> lines, CsvFormat format, int count) {
        if (lines.size() == 1) {
            return 1;
        }
        CsvFields fields = new CsvFields(format, count);
        int alike = 0;
        for (byte[] line : lines.subList(1, lines.size())) {
            if (fields.read(line, 0, line.length) && fields.count() == count) {
                alike++;
            }
        }
        return alike / (double) (lines.size() - 1);
    }

    private static boolean contains(byte[] line, char wanted) {
        return new String(line, StandardCharsets.UTF_8).indexOf(wanted) >= 0;
    }

    static List<String> cells(byte[] line, CsvFormat format) {
        return HeaderNames.fields(line, 0, line.length, format);
    }

    /** Adds the first line and up to so many more, blank ones left out; returns how many were not usable. */
    static long sample(Path file, TextEncoding encoding, int more, List<byte[]> lines, Optional<RecordEnd> recordEnd) {
        try (TextBytes channel = TextBytes.open(file, encoding)) {
            Lines all = Lines.from(channel, TextRows.afterByteOrderMark(channel), SAMPLE_BYTES, recordEnd);
            while (lines.size() <= more && all.next()) {
                byte[] line = Arrays.copyOfRange(all.bytes(), all.lineStart(), all.lineEnd());
                if (lines.isEmpty() && all.passedOver() > 0) {
                    throw unreadableHeader(file, channel);
                }
                if (lines.isEmpty() || line.length > 0) {
                    lines.add(line);
                }
            }
            if (lines.isEmpty() && all.passedOver() > 0) {
                throw unreadableHeader(file, channel);
            }
            return all.passedOver();
        } catch (IOException cause) {
            throw SourceFormat.unreadable(file, cause);
        }
    }

    /** The first line names columns and is public: the byte that is no UTF-8 may be told. */
    private static Refusal unreadableHeader(Path file, TextBytes bytes) throws IOException {
        ByteBuffer first = ByteBuffer.allocate(Lines.MAX_BYTES);
        long start = TextRows.afterByteOrderMark(bytes);
        while (first.hasRemaining() && bytes.read(first, start + first.position()) > 0) {
            // Until the buffer is full, or nothing is left.
        }
        int end = 0;
        while (end < first.position() && first.get(end) != '\n') {
            end++;
        }
        int wrong = Lines.firstWrong(first.array(), 0, end);
        if (wrong == end) {
            return noHeader(file, "Its first line is longer than a megabyte.");
        }
        return new Refusal(
                ErrorCode.SOURCE_SCHEMA,
                String.format(
                        Locale.ROOT,
                        "The first line of %s is no UTF-8: byte 0x%02X at place %d.",
                        SourceFormat.nameOf(file),
                        first.get(wrong) & 0xFF,
                        wrong + 1),
                "Read it with --encoding latin1 (or windows-1252), or convert it: " + convert(file));
    }

    private static String convert(Path file) {
        String name = SourceFormat.nameOf(file);
        return "iconv -f LATIN1 -t UTF-8 '" + name + "' > 'utf8-" + name + "'";
    }

    private static void checkHeader(Path file, List<byte[]> lines) {
        if (lines.isEmpty() || new String(lines.get(0), StandardCharsets.UTF_8).isBlank()) {
            throw noHeader(file, "Its first line is blank.");
        }
    }

    /** A header of too many columns would be one of few under another delimiter. */
    private static void checkWidth(Path file, byte[] header, TextEncoding encoding) {
        for (boolean quoted : new boolean[] {true, false}) {
            for (char delimiter : DELIMITERS) {
                if (HeaderNames.areTooMany(header, new CsvFormat(delimiter, quoted, encoding))) {
                    throw tooWide(file);
                }
            }
        }
    }

    private static Refusal tooWide(Path file) {
        return new Refusal(
                ErrorCode.SOURCE_SCHEMA,
                "The file " + SourceFormat.nameOf(file) + " has more than "
                        + String.format(Locale.ROOT, "%,d", MAX_COLUMNS) + " columns, the most of a CSV file.",
                "Leave out those that nobody asks about, or write it as Parquet, which has no such limit.");
    }

    /** The refusal for a file whose first line does not name columns. */
    static Refusal noHeader(Path file, String reason) {
        return new Refusal(
                ErrorCode.SOURCE_SCHEMA,
                "The file " + SourceFormat.nameOf(file) + " does not look like a table with a header. " + reason,
                "Write the names of the columns into its first line, divided by a comma, semicolon, tab or bar.");
    }
}
