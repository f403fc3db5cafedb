package io.tacit.engine.session;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A resource that is slow to open: opened once, in the background. */
final class BackgroundStart<T extends AutoCloseable> implements AutoCloseable {
    private final Supplier<T> open;
    private @Nullable CompletableFuture<T> opening;

    BackgroundStart(Supplier<T> open) {
        this.open = open;
    }

    /** Begins to open the resource, unless it has begun already. */
    synchronized void start() {
        if (opening == null) {
            opening = CompletableFuture.supplyAsync(open);
        }
    }

    /** Waits until the resource is open. A failure to open comes as it was thrown. */
    T opened() {
        try {
            return begun().join();
        } catch (CompletionException failure) {
            if (failure.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw failure;
        }
    }

    private synchronized CompletableFuture<T> begun() {
        start();
        return Objects.requireNonNull(opening);
    }

    /** Does something with the resource if it is open already. */
    synchronized void ifOpened(Consumer<T> action) {
        if (opening != null && opening.isDone() && !opening.isCompletedExceptionally()) {
            action.accept(opening.join());
        }
    }

    @Override
    public void close() {
        CompletableFuture<T> begun;
        synchronized (this) {
            begun = opening;
        }
        if (begun == null) {
            return;
        }
        try {
            begun.join().close();
        } catch (Exception failedToOpenOrClose) {
            // The caller that needed it has been told; closing has nothing to add.
            return;
        }
    }
}
