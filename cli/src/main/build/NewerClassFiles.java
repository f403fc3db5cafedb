import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * Writes jars again whose classes are in the format of Java 5, which no archive of classes takes: with the format of Java 8,
 * and with the frames that it wants. Nothing else in them changes. Run by the build: java -cp JARS NewerClassFiles.java JAR …
 */
final class NewerClassFiles {
    /** The first format that an archive of classes takes. */
    private static final int JAVA_6 = 50;

    /** Whoever gets the jar is told that it was changed, as its licence asks. */
    private static final String NOTICE = """
        Tacit's build wrote the classes of this jar again in the format of Java 8, so that Java keeps them in an archive of classes.
        Nothing else was changed.
        """;

    private static final String NOTICE_NAME = "META-INF/CHANGED-BY-TACIT.txt";

    private NewerClassFiles() {}

    public static void main(String[] jars) throws IOException {
        for (String name : jars) {
            Path jar = Path.of(name);
            Path made = Path.of(name + ".newer");
            // Maven copies a jar anew only when its own is newer: a second build finds what the first one made.
            if (!isWritten(jar) && write(jar, made)) {
                Files.move(made, jar, StandardCopyOption.REPLACE_EXISTING);
            }
            Files.deleteIfExists(made);
        }
    }

    private static boolean isWritten(Path jar) throws IOException {
        try (ZipFile old = new ZipFile(jar.toFile())) {
            return old.getEntry(NOTICE_NAME) != null;
        }
    }

    /** Whether any class had to change. */
    private static boolean write(Path jar, Path made) throws IOException {
        boolean any = false;
        try (ZipFile old = new ZipFile(jar.toFile());
                OutputStream file = Files.newOutputStream(made);
                ZipOutputStream out = new ZipOutputStream(file)) {
            for (ZipEntry entry : Collections.list(old.entries())) {
                if (entry.isDirectory()) {
                    continue;
                }
                byte[] bytes = old.getInputStream(entry).readAllBytes();
                if (isOldClass(bytes)) {
                    bytes = newer(bytes);
                    any = true;
                }
                add(out, entry.getName(), bytes);
            }
            add(out, NOTICE_NAME, NOTICE.getBytes(StandardCharsets.UTF_8));
        }
        return any;
    }

    /** Adds a file; the same bytes wherever and whenever it is built. */
    private static void add(ZipOutputStream out, String name, byte[] bytes) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(LocalDateTime.of(1980, 2, 1, 0, 0));
        out.putNextEntry(entry);
        out.write(bytes);
    }

    private static boolean isOldClass(byte[] bytes) {
        return bytes.length > 8
                && (bytes[0] & 0xff) == 0xca
                && (bytes[1] & 0xff) == 0xfe
                && (bytes[6] << 8 | bytes[7] & 0xff) < JAVA_6;
    }

    private static byte[] newer(byte[] bytes) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        ClassVisitor visitor = new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public void visit(
                    int version, int access, String name, String signature, String above, String[] interfaces) {
                super.visit(Opcodes.V1_8, access, name, signature, above, interfaces);
            }
        };
        new ClassReader(bytes).accept(visitor, 0);
        return writer.toByteArray();
    }
}
