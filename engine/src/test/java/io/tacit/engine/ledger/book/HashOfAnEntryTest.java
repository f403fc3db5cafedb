package io.tacit.engine.ledger.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.ledger.LedgerEntry;
import io.tacit.engine.ledger.LedgerEntry.Kind;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** The hash of an entry covers all that it says and all that was said before it. */
@NullUnmarked
class HashOfAnEntryTest {
    private static final Instant AT = Instant.parse("2026-11-21T12:00:00.123Z");
    private static final String BEFORE = "a".repeat(64);
    private static final Entry ENTRY = entry(
            List.of("shop/ada", "2026-11", "ada", "q1", "[]", "basic monthly"),
            List.of("0.1", "1e-6", "0.005", "2e-7"));

    private static Entry entry(List<String> texts, List<String> amounts) {
        return new Entry(
                7,
                AT,
                Kind.CHARGE,
                texts.get(0),
                texts.get(1),
                texts.get(2),
                texts.get(3),
                amounts(amounts),
                texts.get(4),
                texts.get(5));
    }

    private static Amounts amounts(List<String> numbers) {
        List<BigDecimal> all = numbers.stream().map(BigDecimal::new).toList();
        return new Amounts(all.get(0), all.get(1), all.get(2), all.get(3));
    }

    private static List<String> texts(Entry entry) {
        return List.of(entry.account(), entry.window(), entry.who(), entry.query(), entry.events(), entry.terms());
    }

    private static List<String> numbers(Entry entry) {
        return List.of(
                entry.amounts().epsilon().toString(),
                entry.amounts().delta().toString(),
                entry.amounts().rho().toString(),
                entry.amounts().selectionDelta().toString());
    }

    private static <T> List<T> with(List<T> list, int place, T value) {
        List<T> changed = new ArrayList<>(list);
        changed.set(place, value);
        return changed;
    }

    private static Entry at(Instant at, Kind kind) {
        return new Entry(
                ENTRY.number(),
                at,
                kind,
                ENTRY.account(),
                ENTRY.window(),
                ENTRY.who(),
                ENTRY.query(),
                ENTRY.amounts(),
                ENTRY.events(),
                ENTRY.terms());
    }

    /** Entries that differ in one field each, and in how a text is divided among two. */
    private static List<Entry> others() {
        List<Entry> others = new ArrayList<>(List.of(ENTRY));
        for (Kind kind : Kind.values()) {
            if (kind != ENTRY.kind()) {
                others.add(at(AT, kind));
            }
        }
        others.add(at(AT.plusMillis(1), ENTRY.kind()));
        others.add(ENTRY.numbered(8));
        others.add(ENTRY.numbered(71));
        List<String> texts = texts(ENTRY);
        for (int i = 0; i < texts.size(); i++) {
            String text = texts.get(i);
            for (String changed : List.of("", text + " ", text.toUpperCase(java.util.Locale.ROOT) + "x", "\u00e9")) {
                others.add(entry(with(texts, i, changed), numbers(ENTRY)));
            }
            if (i > 0) {
                String left = texts.get(i - 1);
                List<String> moved = with(texts, i - 1, left + text.charAt(0));
                others.add(entry(with(moved, i, text.substring(1)), numbers(ENTRY)));
                others.add(entry(with(with(texts, i - 1, text), i, left), numbers(ENTRY)));
            }
        }
        List<String> numbers = numbers(ENTRY);
        for (int i = 0; i < numbers.size(); i++) {
            others.add(entry(texts, with(numbers, i, "0")));
            others.add(entry(texts, with(numbers, i, "0.1000000000000000000000000000000000000001")));
            for (int j = 0; j < i; j++) {
                others.add(entry(texts, with(with(numbers, i, numbers.get(j)), j, numbers.get(i))));
            }
        }
        return others;
    }

    @Test
    void noTwoEntriesThatSayDifferentThingsHaveOneHash() {
        List<Entry> others = others();
        List<String> hashes =
                new ArrayList<>(others.stream().map(one -> one.hash(BEFORE)).toList());
        hashes.add(ENTRY.hash("b" + BEFORE.substring(1)));
        hashes.add(ENTRY.hash(BEFORE.substring(1) + "b"));
        assertThat(hashes).doesNotHaveDuplicates().hasSizeGreaterThan(50);
    }

    /** A number is the same however it is written: books are read and checked again. */
    @Test
    void theWayANumberIsWrittenDoesNotMatter() {
        Entry longer = entry(texts(ENTRY), List.of("0.100", "0.00000100", "5E-3", "0.00000020"));
        assertThat(longer.hash(BEFORE)).isEqualTo(ENTRY.hash(BEFORE));
    }

    /** The chain of a book that was written once is checked for ever, so that the bytes of the hash never change. */
    @Test
    void theHashIsSha256OfAllFieldsWithTheirLengths() throws IOException, NoSuchAlgorithmException {
        List<Entry> all = others();
        all.add(entry(with(texts(ENTRY), 4, "[" + "\u00e9,".repeat(70_000) + "]"), numbers(ENTRY)));
        for (Entry entry : all) {
            assertThat(entry.hash(BEFORE)).as(entry.toString()).isEqualTo(reckoned(entry));
        }
    }

    private static String reckoned(Entry entry) throws IOException, NoSuchAlgorithmException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream data = new DataOutputStream(bytes);
        for (String field : List.of(
                BEFORE,
                String.valueOf(entry.number()),
                entry.at().toString(),
                entry.kind().toString(),
                entry.account(),
                entry.window(),
                entry.who(),
                entry.query(),
                plain(entry.amounts().epsilon()),
                plain(entry.amounts().delta()),
                plain(entry.amounts().rho()),
                plain(entry.amounts().selectionDelta()),
                entry.events(),
                entry.terms())) {
            byte[] text = field.getBytes(StandardCharsets.UTF_8);
            data.writeInt(text.length);
            data.write(text);
        }
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray()));
    }

    private static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    /** What the owner is shown of an entry is what it says, each in its place. */
    @Test
    void theOwnerSeesEachFieldInItsPlace() {
        assertThat(ENTRY.toLedgerEntry("hash"))
                .isEqualTo(new LedgerEntry(
                        7, AT, Kind.CHARGE, "shop/ada", "2026-11", "ada", "q1", "0.1", "0.000001", "0.005", "hash"));
    }
}
