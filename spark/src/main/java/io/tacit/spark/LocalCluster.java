package io.tacit.spark;

import io.tacit.engine.backend.server.ServerRefusals;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.SparkModule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A cluster of this machine for trying out: a process of its own with a bounded heap that ends with this program, and that
 * answers only who knows its token.
 *
 * @param port on which it listens, on this machine alone
 * @param token that only this program knows
 */
record LocalCluster(int port, String token) {
    /** The folder of the jars of a Spark server. */
    static final String FOLDER = "tacit.spark.server";

    private static final int PATIENCE_SECONDS = 90;
    private static final int TOKEN_BYTES = 16;
    private static final int ATTEMPTS = 3;
    private static final int SETTLING_MILLIS = 500;
    private static final String HEAP = "-Xmx1500m";

    /** Options of Java for the server, with blanks between them, from the environment; they come after ours. */
    private static final String OPTIONS = "TACIT_SPARK_OPTIONS";

    /** What Spark needs of Java's modules, as its own scripts open them. */
    private static final List<String> OPENED = List.of(
            "java.base/java.lang",
            "java.base/java.lang.invoke",
            "java.base/java.lang.reflect",
            "java.base/java.io",
            "java.base/java.net",
            "java.base/java.nio",
            "java.base/java.util",
            "java.base/java.util.concurrent",
            "java.base/java.util.concurrent.atomic",
            "java.base/jdk.internal.ref",
            "java.base/sun.nio.ch",
            "java.base/sun.nio.cs",
            "java.base/sun.security.action",
            "java.base/sun.util.calendar");

    private static @Nullable LocalCluster running;

    /** The one cluster of this program, started when it is first asked for. */
    static synchronized LocalCluster started() {
        LocalCluster cluster = running;
        if (cluster == null) {
            cluster = start();
            running = cluster;
        }
        return cluster;
    }

    String url() {
        // By this name, and no other, the client sends the token without TLS.
        return "sc://localhost:" + port;
    }

    private static LocalCluster start() {
        Path jars = Path.of(System.getProperty(FOLDER, ""));
        SparkModule.fetch(jars, "server");
        if (System.getProperty(FOLDER) == null || !Files.isDirectory(jars)) {
            throw ServerRefusals.unreadable(
                    "The jars of a Spark server are not installed.",
                    "They are a download of their own: see docs/guide/spark.md. Or name a cluster, sc://HOST:PORT.");
        }
        Refusal failed = notStarted();
        // Between the choice of a port and its use another program may take it.
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                return start(jars);
            } catch (Refusal refusal) {
                failed = refusal;
            }
        }
        throw failed;
    }

    private static LocalCluster start(Path jars) {
        try {
            byte[] secret = new byte[TOKEN_BYTES];
            new SecureRandom().nextBytes(secret);
            LocalCluster cluster = new LocalCluster(freePort(), HexFormat.of().formatHex(secret));
            Path folder = Files.createTempDirectory("tacit-spark");
            Process process = cluster.process(jars, folder);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(process, folder)));
            cluster.await(process);
            return cluster;
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private Process process(Path jars, Path folder) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), HEAP));
        String options = Objects.requireNonNullElse(System.getenv(OPTIONS), "").strip();
        command.addAll(options.isEmpty() ? List.of() : List.of(options.split(" +")));
        OPENED.forEach(each -> command.add("--add-opens=" + each + "=ALL-UNNAMED"));
        command.addAll(List.of(
                "-Dspark.master=local[2]",
                "-Dspark.ui.enabled=false",
                // Its other ports, from which blocks of rows can be had, know a secret that Spark makes.
                "-Dspark.authenticate=true",
                "-Djava.io.tmpdir=" + folder,
                "-Dspark.driver.bindAddress=127.0.0.1",
                "-Dspark.driver.host=127.0.0.1",
                "-Dspark.connect.grpc.binding.address=127.0.0.1",
                "-Dspark.connect.grpc.binding.port=" + port,
                "-Dspark.sql.shuffle.partitions=4",
                "-Dspark.sql.warehouse.dir=" + folder.resolve("warehouse"),
                "-Dspark.local.dir=" + folder.resolve("spilled"),
                "-cp",
                jars.resolve("*").toString(),
                "org.apache.spark.sql.connect.service.SparkConnectServer"));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put(ClusterAddress.TOKEN, token);
        return builder.start();
    }

    private void await(Process process) {
        for (int tenth = 0; tenth < 10 * PATIENCE_SECONDS; tenth++) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                // Who listens is the server only while it lives: it ends when its port is taken.
                if (socket.isConnected() && !process.waitFor(SETTLING_MILLIS, TimeUnit.MILLISECONDS)) {
                    return;
                }
                throw notStarted();
            } catch (IOException notYet) {
                pause(process);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw notStarted();
            }
        }
        process.destroy();
        throw notStarted();
    }

    private static void pause(Process process) {
        try {
            if (process.waitFor(100, TimeUnit.MILLISECONDS)) {
                throw notStarted();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw notStarted();
        }
    }

    private static Refusal notStarted() {
        return ServerRefusals.unreadable(
                "The Spark server of this machine did not start.", "It needs 2 GB of memory and Java 17 or 21.");
    }

    private static void end(Process process, Path folder) {
        process.destroyForcibly();
        try (Stream<Path> files = Files.walk(folder)) {
            process.waitFor(2, TimeUnit.SECONDS);
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | InterruptedException leftBehind) {
            Thread.currentThread().interrupt();
        }
    }
}
