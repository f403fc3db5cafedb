package io.tacit.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.privacy.audit.Layer;
import io.tacit.privacy.audit.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What passed of an audit, in a file, so that a long one can be stopped and gone on with. The first line says of which
 * audit; each other line is one check that passed. What did not pass, or was not finished, is done again.
 */
final class AuditRecord {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Optional<Path> file;
    private final Map<String, List<Verdict>> passed = new LinkedHashMap<>();

    private AuditRecord(Optional<Path> file) {
        this.file = file;
    }

    /** A record that is kept nowhere. */
    static AuditRecord none() {
        return new AuditRecord(Optional.empty());
    }

    /**
     * The record in a file, which is begun if it is not there.
     *
     * @param audit what the file's first line says
     * @throws Refusal if the file is of another audit, or cannot be read or written
     */
    static AuditRecord of(Path file, String audit) {
        AuditRecord record = new AuditRecord(Optional.of(file));
        try {
            if (!Files.exists(file)) {
                Files.writeString(file, audit + "\n");
                return record;
            }
            String text = Files.readString(file);
            // A process that was killed may have left half a line.
            List<String> lines =
                    text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
            if (lines.isEmpty() || !lines.get(0).equals(audit)) {
                throw new Refusal(
                        ErrorCode.SOURCE_UNREADABLE,
                        "The file " + file + " is not the record of this audit (" + audit + ").",
                        "Give the level and the seed that it was begun with, or name a new file.");
            }
            for (String line : lines.subList(1, lines.size())) {
                record.read(line);
            }
            Files.writeString(file, String.join("\n", lines) + "\n");
            return record;
        } catch (IOException failure) {
            throw new Refusal(
                    ErrorCode.SOURCE_UNREADABLE,
                    "The record " + file + " cannot be read or written.",
                    "Check its name and folder.");
        }
    }

    private void read(String line) throws JsonProcessingException {
        String[] fields = JSON.readValue(line, String[].class);
        passed.computeIfAbsent(fields[0], name -> new ArrayList<>())
                .add(new Verdict(
                        Layer.valueOf(fields[1]),
                        fields[2],
                        fields[3],
                        Double.parseDouble(fields[4]),
                        Long.parseLong(fields[5]),
                        Optional.empty()));
    }

    /** Whether a check has passed before. */
    boolean has(Layer layer, String check) {
        return passed.containsKey(layer + " " + check);
    }

    /** All verdicts of a layer that are in the record. */
    List<Verdict> of(Layer layer) {
        return passed.values().stream()
                .flatMap(List::stream)
                .filter(verdict -> verdict.layer() == layer)
                .toList();
    }

    /** The verdicts on one check that are in the record. */
    List<Verdict> of(Layer layer, String check) {
        return passed.getOrDefault(layer + " " + check, List.of());
    }

    /** Records a check, if all verdicts on it passed and each had a run. */
    void add(Layer layer, String check, List<Verdict> verdicts) {
        if (file.isEmpty() || !verdicts.stream().allMatch(verdict -> verdict.passed() && verdict.trials() > 0)) {
            return;
        }
        StringBuilder lines = new StringBuilder();
        try {
            for (Verdict verdict : verdicts) {
                lines.append(JSON.writeValueAsString(new String[] {
                            layer + " " + check,
                            verdict.layer().name(),
                            verdict.subject(),
                            verdict.claim(),
                            String.valueOf(verdict.falseAlarm()),
                            String.valueOf(verdict.trials())
                        }))
                        .append('\n');
            }
            Files.writeString(file.get(), lines, StandardCharsets.UTF_8, StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new Refusal(
                    ErrorCode.SOURCE_UNREADABLE,
                    "The record " + file.get() + " cannot be written.",
                    "Look whether the disk is full.");
        }
    }
}
