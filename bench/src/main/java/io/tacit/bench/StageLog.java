package io.tacit.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What Spark writes of its stages into its log of events (spark.eventLog.dir), one JSON object a line: read on from where
 * it was read last.
 */
final class StageLog {
    /** Spark writes a line some time after what it tells of. */
    private static final int SETTLING_MILLIS = 3000;

    private final Path folder;
    private final ObjectMapper json = new ObjectMapper();
    private long read;

    StageLog(Path folder) {
        this.folder = folder;
    }

    /**
     * A stage that ended.
     *
     * @param tasks how many
     * @param seconds of the processor, of all tasks
     * @param rowsRead from files
     * @param bytesRead from files
     * @param shuffledRows that it wrote for other stages
     * @param shuffledBytes that it wrote for other stages, compressed
     * @param spilledBytes that it wrote because memory ran out
     * @param resultBytes that its tasks sent to the driver
     */
    record Stage(
            int tasks,
            double seconds,
            long rowsRead,
            long bytesRead,
            long shuffledRows,
            long shuffledBytes,
            long spilledBytes,
            long resultBytes) {}

    /** The stages that ended since the last call. */
    List<Stage> stages() throws IOException, InterruptedException {
        Thread.sleep(SETTLING_MILLIS);
        List<Stage> stages = new ArrayList<>();
        for (String line : lines()) {
            JsonNode event = json.readTree(line);
            if (event.path("Event").asText().equals("SparkListenerStageCompleted")) {
                stages.add(stage(event.path("Stage Info")));
            }
        }
        return stages;
    }

    private List<String> lines() throws IOException {
        Path file;
        try (Stream<Path> files = Files.list(folder)) {
            file = files.filter(Files::isRegularFile)
                    .findFirst()
                    .orElseThrow(() -> new IOException("Spark writes no events to " + folder));
        }
        try (RandomAccessFile events = new RandomAccessFile(file.toFile(), "r")) {
            events.seek(read);
            byte[] bytes = new byte[Math.toIntExact(events.length() - read)];
            events.readFully(bytes);
            String text = new String(bytes, StandardCharsets.UTF_8);
            // The last line may be half written.
            String whole = text.substring(0, text.lastIndexOf('\n') + 1);
            read += whole.getBytes(StandardCharsets.UTF_8).length;
            return whole.lines().toList();
        }
    }

    private static Stage stage(JsonNode stage) {
        Map<String, Long> sums = new HashMap<>();
        for (JsonNode each : stage.path("Accumulables")) {
            sums.put(each.path("Name").asText(), each.path("Value").asLong());
        }
        return new Stage(
                stage.path("Number of Tasks").asInt(),
                of(sums, "executorCpuTime") / 1e9,
                of(sums, "input.recordsRead"),
                of(sums, "input.bytesRead"),
                of(sums, "shuffle.write.recordsWritten"),
                of(sums, "shuffle.write.bytesWritten"),
                of(sums, "diskBytesSpilled"),
                of(sums, "resultSize"));
    }

    private static long of(Map<String, Long> sums, String name) {
        return sums.getOrDefault("internal.metrics." + name, 0L);
    }
}
