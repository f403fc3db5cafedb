package io.tacit.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the build makes of jars with classes in the format of Java 5. */
@NullUnmarked
@Tag("process")
class NewerClassFilesTest {
    private static final String CLASS = "java/lang/Runnable.class";
    private static final int JAVA_5 = 49;
    private static final int JAVA_8 = 52;

    @TempDir
    Path folder;

    /** A build whose libraries were copied by an earlier one finds jars that it made itself. */
    @Test
    void aSecondBuildFindsThemDone() throws Exception {
        Path jar = folder.resolve("old.jar");
        byte[] old;
        try (InputStream in = ClassLoader.getSystemResourceAsStream(CLASS)) {
            old = in.readAllBytes();
        }
        old[7] = JAVA_5;
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            add(out, CLASS, old);
            add(out, "META-INF/LICENSE.txt", "as you like".getBytes(UTF_8));
        }
        assertThat(build(jar)).isEmpty();
        byte[] first = Files.readAllBytes(jar);
        try (ZipFile made = new ZipFile(jar.toFile())) {
            assertThat(made.stream().map(ZipEntry::getName))
                    .containsExactly(CLASS, "META-INF/LICENSE.txt", "META-INF/CHANGED-BY-TACIT.txt");
            assertThat(made.getInputStream(made.getEntry(CLASS)).readAllBytes()[7])
                    .isEqualTo((byte) JAVA_8);
        }
        assertThat(build(jar)).isEmpty();
        assertThat(jar).hasBinaryContent(first);
        assertThat(folder.toFile().list()).containsExactly("old.jar");
    }

    private static void add(ZipOutputStream out, String name, byte[] bytes) throws Exception {
        out.putNextEntry(new ZipEntry(name));
        out.write(bytes);
    }

    private static String build(Path jar) throws Exception {
        Process build = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "src/main/build/NewerClassFiles.java",
                        jar.toString()))
                .redirectErrorStream(true)
                .start();
        String said = new String(build.getInputStream().readAllBytes(), UTF_8);
        return build.waitFor() == 0 ? "" : said;
    }
}
