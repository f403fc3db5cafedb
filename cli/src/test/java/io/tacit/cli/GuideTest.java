package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of the guides, run in their order, in one folder, as processes of their own. A block of {@code sh} must
 * succeed, one of {@code sh refused} must not; a block below {@code <!-- file: NAME -->} is written to that file first.
 */
@Tag("process")
class GuideTest {
    private static final Path GUIDES = Path.of("..", "docs", "guide");
    private static final Pattern BLOCK = Pattern.compile(
            "^(?:<!-- file: (?<file>[a-z.]+) -->\\n)?```(?<kind>[a-z ]+)\\n(?<text>.*?)\\n```",
            Pattern.DOTALL | Pattern.MULTILINE);

    private static Path launcher;

    /** What the launcher prepares once, for all guides. */
    private static Path cache;

    @TempDir
    private Path folder;

    @BeforeAll
    static void prepare(@TempDir Path programs) throws Exception {
        launcher = FastStarts.launcher(programs);
        cache = programs.resolve("cache");
    }

    @Test
    void theGuidesForOwnersAndAnalystsHold() throws Exception {
        Files.createSymbolicLink(folder.resolve("tacit"), launcher);
        int commands = run("owners.md") + run("analysts.md");
        assertThat(commands).isGreaterThan(20);
    }

    @Test
    void theGuideToTheTesterHolds() throws Exception {
        Files.createSymbolicLink(folder.resolve("tacit"), launcher);
        assertThat(run("audit.md")).isEqualTo(5);
    }

    /**
     * What is prepared is the same whoever starts: in another time zone and another language. And starts beside each other
     * all work, also while one of them prepares it anew.
     */
    @Test
    void startsBesideEachOtherWork() throws Exception {
        for (int start = 0; start < 3; start++) {
            version("UTC", "first").start().waitFor();
        }
        for (String zone : List.of("Asia/Tokyo", "America/St_Johns", "UTC", "Pacific/Apia")) {
            assertThat(version(zone, "again").start().waitFor()).isZero();
            assertThat(Files.readString(folder.resolve("again"))).as(zone).doesNotContain("Preparing");
        }
        try (Stream<Path> kept = Files.walk(launcher.getParent().getParent())) {
            for (Path jars :
                    kept.filter(file -> file.toString().endsWith(".jsa.jars")).toList()) {
                Files.delete(jars);
            }
        }
        List<Process> starts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            starts.add(version(i % 2 == 0 ? "UTC" : "Asia/Tokyo", "beside" + i).start());
        }
        for (int i = 0; i < starts.size(); i++) {
            assertThat(starts.get(i).waitFor())
                    .as(Files.readString(folder.resolve("beside" + i)))
                    .isZero();
        }
    }

    private ProcessBuilder version(String zone, String said) {
        ProcessBuilder builder = new ProcessBuilder(launcher.toString(), "--version")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(said).toFile());
        builder.environment().put("XDG_CACHE_HOME", cache.toString());
        builder.environment().put("TZ", zone);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        return builder;
    }

    /** An installation runs where there are neither sources nor Maven, and is prepared after some starts at most. */
    @Test
    void anInstallationNeedsJavaOnly() throws Exception {
        Files.writeString(folder.resolve("t.csv"), "person,area\n1,north\n2,south\n");
        for (int run = 0; run < 4; run++) {
            Path said = folder.resolve("said");
            ProcessBuilder builder = new ProcessBuilder(
                            launcher.toString(),
                            "query",
                            "--table",
                            "t=t.csv",
                            "--privacy-unit",
                            "person",
                            "SELECT COUNT(*) AS n FROM t")
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile());
            builder.environment().clear();
            builder.environment().put("PATH", "/usr/bin:/bin");
            builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
            Process process = builder.start();
            assertThat(process.waitFor(600, TimeUnit.SECONDS)).isTrue();
            assertThat(Files.readString(said)).contains("1 row.").doesNotContain("Building");
            assertThat(process.exitValue()).isZero();
            if (run == 3) {
                assertThat(Files.readString(said)).doesNotContain("Preparing");
            }
        }
    }

    private int run(String guide) throws IOException, InterruptedException {
        Matcher block = BLOCK.matcher(Files.readString(GUIDES.resolve(guide)));
        int commands = 0;
        while (block.find()) {
            if (block.group("file") != null) {
                Files.writeString(folder.resolve(block.group("file")), block.group("text") + "\n");
            } else if (block.group("kind").startsWith("sh")) {
                boolean refused = block.group("kind").equals("sh refused");
                for (String command : block.group("text").lines().toList()) {
                    run(guide, command, refused);
                    commands++;
                }
            }
        }
        return commands;
    }

    private void run(String guide, String command, boolean refused) throws IOException, InterruptedException {
        Path said = folder.resolve("said");
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        builder.environment().put("XDG_CACHE_HOME", cache.toString());
        builder.environment().remove("TACIT_ANALYST");
        Process process = builder.start();
        assertThat(process.waitFor(600, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .describedAs(guide + ": " + command + "\n" + Files.readString(said))
                .isEqualTo(refused ? 1 : 0);
        // Nothing that a person would not want to read.
        assertThat(Files.readString(said)).doesNotContain("Exception", "at io.tacit");
    }
}
