package io.tacit.engine.policy;

import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.backend.ParquetFiles;
import io.tacit.engine.catalog.ServerKind;
import io.tacit.engine.catalog.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether two tables may show rows of one file, or of one table of a database: then one of them cannot be public. */
final class SharedRows {
    /** An address of files: a scheme, and perhaps a host or the like. */
    private static final Pattern ADDRESS =
            Pattern.compile("([a-z][a-z0-9+.-]*):(?://([^/]*))?(/.*|)", Pattern.CASE_INSENSITIVE);

    /** Schemes whose hosts are other names of one place. */
    private static final Set<String> ONE_PLACE = Set.of("file", "hdfs", "viewfs", "webhdfs");

    private SharedRows() {}

    /** In doubt they may. */
    static boolean may(DeclaredTable a, DeclaredTable b) {
        return a.declared()
                .source()
                .match(
                        one -> b.declared().source().match(other -> files(one, other), server -> false),
                        one -> b.declared().source().match(file -> false, other -> tables(one, other) || parts(a, b)));
    }

    private static boolean files(Source.File a, Source.File b) {
        boolean otherTable = a.tableInFile()
                .flatMap(one -> b.tableInFile().filter(other -> !one.equalsIgnoreCase(other)))
                .isPresent();
        return !otherTable && !Collections.disjoint(files(a.path()), files(b.path()));
    }

    /** What tells each file of a path, a folder or a pattern from all others: where it is, and links of both kinds lead. */
    private static Set<Object> files(Path path) {
        Set<Object> known = new HashSet<>();
        for (Path file : ParquetFiles.of(path)) {
            try {
                known.add(file.toRealPath());
                Object key =
                        Files.readAttributes(file, BasicFileAttributes.class).fileKey();
                if (key != null) {
                    known.add(key);
                }
            } catch (IOException notThere) {
                known.add(file.toAbsolutePath().normalize());
            }
        }
        return known;
    }

    /** One server may have several addresses; who has a table of it in two is in doubt. */
    private static boolean tables(Source.Server a, Source.Server b) {
        return a.table().equalsIgnoreCase(b.table())
                || isPath(a) && isPath(b) && paths(Address.of(a.table()), Address.of(b.table()));
    }

    private static boolean isPath(Source.Server source) {
        return ServerKind.of(source.url())
                .filter(kind -> kind.isPath(source.table()))
                .isPresent();
    }

    /** Partitions of one table show rows of it. */
    private static boolean parts(DeclaredTable a, DeclaredTable b) {
        return whole(a).equalsIgnoreCase(whole(b));
    }

    private static String whole(DeclaredTable table) {
        String own = table.declared().source().match(file -> "", Source.Server::table);
        return table.relation().flatMap(DatabaseSchema.Relation::whole).orElse(own);
    }

    /** Whether one path is the other, or lies below it, as far as a server's files are known here. */
    private static boolean paths(Address a, Address b) {
        if (!a.host().isEmpty() && !b.host().isEmpty() && !a.host().equals(b.host())) {
            return false;
        }
        int both = Math.min(a.folders().size(), b.folders().size());
        for (int i = 0; i < both; i++) {
            String one = a.folders().get(i);
            String other = b.folders().get(i);
            if (isDoubtful(one) || isDoubtful(other)) {
                return true;
            }
            if (!matches(one, other) && !matches(other, one)) {
                return false;
            }
        }
        return true;
    }

    /** Choices may reach over several folders, and nobody else's rules for them are copied here. */
    private static boolean isDoubtful(String folder) {
        return folder.chars().anyMatch(sign -> "[]{}\\".indexOf(sign) >= 0);
    }

    private static boolean matches(String pattern, String folder) {
        String expression = Pattern.quote(pattern).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q");
        return folder.indexOf('*') >= 0 && pattern.indexOf('*') >= 0 || folder.matches(expression);
    }

    /**
     * A path as a server may write it.
     *
     * @param host a bucket or the like; empty where all hosts have the same files, or none is named
     * @param folders from the root on, without regard to case, without what the path goes back over
     */
    private record Address(String host, List<String> folders) {
        static Address of(String path) {
            Matcher written = ADDRESS.matcher(path);
            boolean whole = written.matches();
            boolean bucket = whole
                    && written.group(2) != null
                    && !ONE_PLACE.contains(written.group(1).toLowerCase(Locale.ROOT));
            List<String> folders = new ArrayList<>();
            for (String folder :
                    (whole ? written.group(3) : path).toLowerCase(Locale.ROOT).split("/", -1)) {
                if (folder.equals("..") && !folders.isEmpty()) {
                    folders.remove(folders.size() - 1);
                } else if (!folder.isEmpty() && !folder.equals(".") && !folder.equals("..")) {
                    folders.add(folder);
                }
            }
            return new Address(bucket ? written.group(2).toLowerCase(Locale.ROOT) : "", folders);
        }
    }
}
