package io.tacit.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What some work used of the machine, in this process: Java's part and that of libraries in other languages.
 *
 * @param seconds by the clock
 * @param processor seconds of all threads
 * @param mebibytes the most that was resident, of the whole process; 0 where the system does not tell
 */
record Used(double seconds, double processor, long mebibytes) {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path PEAK = Path.of("/proc/self/clear_refs");
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** Work that may fail. */
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    /** What this work uses. */
    static Used by(Work work) throws Exception {
        forgetPeak();
        long worked = SYSTEM.getProcessCpuTime();
        long start = System.nanoTime();
        work.run();
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Used(seconds, (SYSTEM.getProcessCpuTime() - worked) / 1e9, peak());
    }

    private static void forgetPeak() {
        try {
            Files.writeString(PEAK, "5");
        } catch (IOException untold) {
            // Then the peak is that of all work so far.
            return;
        }
    }

    private static long peak() throws IOException {
        if (!Files.isReadable(STATUS)) {
            return 0;
        }
        String line = Files.readString(STATUS)
                .lines()
                .filter(each -> each.startsWith("VmHWM:"))
                .findFirst()
                .orElse("0");
        return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024;
    }
}
