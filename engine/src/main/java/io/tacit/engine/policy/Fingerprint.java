package io.tacit.engine.policy;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.ServerKind;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.TextEncoding;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A short proof that two policies answer alike: SHA-256 over tables with their sources, units, types, bounds, domains
 * and unique keys,
 * over defaults and limits. Comments, the order of keys, who may ask and what is left do not change it.
 */
public final class Fingerprint {
    private static final String FORM = "tacit policy 1";

    private final Path folder;
    private final StringBuilder text = new StringBuilder();

    private Fingerprint(Path folder) {
        this.folder = folder;
    }

    /**
     * The fingerprint of a policy.
     *
     * @param folder in which the policy lies, so that it may move together with its files
     */
    public static String of(
            Path folder, String dataset, List<SourceTable> tables, Defaults defaults, QueryCeiling ceiling) {
        Fingerprint print = new Fingerprint(folder.toAbsolutePath().normalize());
        print.put(FORM, dataset);
        tables.stream()
                .sorted(Comparator.comparing(table -> table.table().name()))
                .forEach(print::table);
        print.put(
                "defaults",
                number(defaults.epsilon()),
                number(defaults.delta()),
                defaults.maxGroups().toString(),
                String.valueOf(defaults.confidence()),
                defaults.noise().map(Enum::name).orElse(""),
                defaults.selection().map(Enum::name).orElse(""),
                String.valueOf(defaults.minPeople()),
                String.valueOf(defaults.reportMissing()));
        print.put(
                "limits",
                ceiling.epsilon().map(Fingerprint::number).orElse(""),
                ceiling.delta().map(Fingerprint::number).orElse(""),
                ceiling.maxGroups().toString(),
                String.valueOf(ceiling.minPeople()));
        // Kept failures depend on it. Policies without it look as they did before there was one.
        ceiling.seconds().ifPresent(most -> print.put("seconds", String.valueOf(most)));
        return hash(print.text.toString());
    }

    private void table(SourceTable table) {
        put("table", table.table().name());
        source(table.source());
        protection(table.table().protection());
        for (Column column : table.table().columns()) {
            put(
                    "column",
                    column.name(),
                    column.type().sql(),
                    String.valueOf(column.nullable()),
                    String.valueOf(column.hidden()),
                    column.bounds().map(bounds -> number(bounds.low())).orElse(""),
                    column.bounds().map(bounds -> number(bounds.high())).orElse(""));
            column.domain().ifPresent(domain -> put("values", domain.values().toArray(String[]::new)));
        }
        table.table().uniqueKeys().forEach(key -> put("unique", key.toArray(String[]::new)));
    }

    private void source(Source source) {
        put(source.match(
                this::file,
                server -> List.of(
                        server.kind() == ServerKind.POSTGRESQL ? "postgres" : "spark", server.url(), server.table())));
    }

    private List<String> file(Source.File file) {
        String path = path(file.path());
        return file.matchFormat(
                csv -> List.of(
                        "csv",
                        path,
                        String.valueOf(csv.format().delimiter()),
                        String.valueOf(csv.format().quoted())
                                + (csv.format().encoding() == TextEncoding.UTF_8
                                        ? ""
                                        : " " + csv.format().encoding().shown())
                                + (csv.format().multiline() ? " multiline" : "")),
                parquet -> List.of("parquet", path),
                json -> List.of("json", path),
                duckDb -> List.of("duckdb", path, duckDb.table()));
    }

    private String path(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        Optional<Path> root = Optional.ofNullable(folder.getRoot());
        boolean sameDisk = root.isPresent() && root.get().equals(absolute.getRoot());
        return (sameDisk ? folder.relativize(absolute) : absolute).toString().replace('\\', '/');
    }

    private void protection(Protection protection) {
        put(protection.<List<String>>match(
                nobody -> List.of("public"),
                unit -> Stream.concat(Stream.of("unit"), unit.columns().stream())
                        .toList(),
                key -> List.of("through", key.column(), key.targetTable(), key.targetColumn())));
    }

    /** Adds parts to the hash, each with its length in front, so that two different lists never look alike. */
    private void put(String kind, String... parts) {
        List<String> all = new ArrayList<>(List.of(kind));
        all.addAll(List.of(parts));
        put(all);
    }

    private void put(List<String> all) {
        text.append(all.size()).append('\n');
        all.forEach(part -> text.append(part.length()).append(':').append(part).append('\n'));
    }

    private static String number(BigDecimal value) {
        return value.stripTrailingZeros().toString();
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
