package io.tacit.engine.plantedbugs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;

/** Runs the tests of one attack over the engine that it was loaded with. */
public final class AttackHunt implements Hunt {
    private static final String PACKAGE = "io.tacit.engine.session";

    @Override
    public String apply(String attack) {
        List<DiscoverySelector> methods = new ArrayList<>();
        for (Class<?> tests : attackTests()) {
            for (Method method : tests.getDeclaredMethods()) {
                // Lambdas of a test are methods too.
                if (method.getName().startsWith(attack) && !method.isSynthetic()) {
                    methods.add(DiscoverySelectors.selectMethod(tests, method));
                }
            }
        }
        return TestHunt.found(methods, attack);
    }

    private static List<Class<?>> attackTests() {
        try {
            Path folder = Path.of(AttackHunt.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .resolve(PACKAGE.replace('.', '/'));
            List<Class<?>> classes = new ArrayList<>();
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.sorted().toList()) {
                    String name = file.getFileName().toString();
                    if (name.endsWith("AttackTest.class") || name.equals("PolicySessionTest.class")) {
                        classes.add(AttackHunt.class
                                .getClassLoader()
                                .loadClass(PACKAGE + "." + name.replace(".class", "")));
                    }
                }
            }
            return classes;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (URISyntaxException | ClassNotFoundException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
