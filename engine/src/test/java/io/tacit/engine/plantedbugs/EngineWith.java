package io.tacit.engine.plantedbugs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** All of Tacit's classes once more, some of them compiled from patched sources. Everything else is shared. */
final class EngineWith extends ClassLoader {
    private static final String OURS = "io.tacit.";

    /** The generated parser: large, and nothing is planted there. */
    private static final String SHARED = "io.tacit.grammar.";

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    /** One for all, because it knows by then what is in the libraries. */
    private static final StandardJavaFileManager FILES = COMPILER.getStandardFileManager(null, null, null);

    /** The classes as they are built: each engine loads some hundreds of them, and looks for each in every library. */
    private static final Map<String, byte[]> BUILT = new ConcurrentHashMap<>();

    private final Map<String, byte[]> patched;

    /** Compiles the patched classes. */
    EngineWith(List<Patch> patches) {
        super(EngineWith.class.getClassLoader());
        Map<String, String> texts = new LinkedHashMap<>();
        for (Patch patch : patches) {
            texts.put(patch.className(), patch.applied(texts.getOrDefault(patch.className(), patch.text())));
        }
        patched = texts.isEmpty() ? Map.of() : compiled(texts);
    }

    private EngineWith(Map<String, byte[]> patched) {
        super(EngineWith.class.getClassLoader());
        this.patched = patched;
    }

    /**
     * Compiles a class from another text.
     *
     * @throws IllegalStateException if it does not compile
     */
    static EngineWith text(String className, String text) {
        return new EngineWith(compiled(Map.of(className, text)));
    }

    /** A hunt over this engine: how many checks ran and what they found, as {@link Hunt} says. */
    @SuppressWarnings("unchecked") // The hunt implements an interface of the JDK; its own is another class here.
    String hunted(Hunter hunter) {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(this);
        try {
            Class<?> hunt = loadClass(EngineWith.class.getPackageName() + "." + hunter.hunt());
            return ((Function<String, String>) hunt.getDeclaredConstructor().newInstance()).apply(hunter.what());
        } catch (ReflectiveOperationException missing) {
            throw new IllegalStateException(missing);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS) || name.startsWith(SHARED)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known != null ? known : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        byte[] bytes = patched.containsKey(name) ? patched.get(name) : BUILT.computeIfAbsent(name, this::original);
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length, EngineWith.class.getProtectionDomain());
    }

    private byte @Nullable [] original(String name) {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Map<String, byte[]> compiled(Map<String, String> texts) {
        List<JavaFileObject> sources = new ArrayList<>();
        texts.forEach((name, text) -> sources.add(new Source(name, text)));
        StringWriter messages = new StringWriter();
        Map<String, ByteArrayOutputStream> classes = new HashMap<>();
        List<String> options =
                List.of("-proc:none", "-nowarn", "-Xlint:none", "-classpath", System.getProperty("java.class.path"));
        JavaFileManager files = new InMemory(FILES, classes);
        if (!COMPILER.getTask(messages, files, null, options, null, sources).call()) {
            throw new IllegalStateException("a planted bug does not compile: " + messages);
        }
        Map<String, byte[]> bytes = new HashMap<>();
        classes.forEach((name, out) -> bytes.put(name, out.toByteArray()));
        return bytes;
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String className, String text) {
            super(URI.create("string:///" + className.replace('.', '/') + Kind.SOURCE.extension), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class InMemory extends ForwardingJavaFileManager<StandardJavaFileManager> {
        private final Map<String, ByteArrayOutputStream> classes;

        InMemory(StandardJavaFileManager files, Map<String, ByteArrayOutputStream> classes) {
            super(files);
            this.classes = classes;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("memory:///" + className), kind) {
                @Override
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream out = new ByteArrayOutputStream();
                    classes.put(className, out);
                    return out;
                }
            };
        }
    }
}
