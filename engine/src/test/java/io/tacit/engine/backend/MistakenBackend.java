package io.tacit.engine.backend;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullUnmarked;

/** A back end that is sent other texts than were meant. */
@NullUnmarked
public final class MistakenBackend extends ForwardingBackend {
    private final UnaryOperator<String> mistake;

    public MistakenBackend(Backend engine, UnaryOperator<String> mistake) {
        super(engine);
        this.mistake = mistake;
    }

    @Override
    public void check(String sql, int keyCount, int integerCount) {
        super.check(mistake.apply(sql), keyCount, integerCount);
    }

    @Override
    public void run(String sql, int keyCount, int integerCount, RowSink sink) {
        super.run(mistake.apply(sql), keyCount, integerCount, sink);
    }
}
