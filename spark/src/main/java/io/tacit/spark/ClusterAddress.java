package io.tacit.spark;

import io.tacit.engine.backend.server.ServerRefusals;
import io.tacit.engine.refusal.Refusal;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connect.client.RetryPolicy;
import org.apache.spark.sql.connect.client.SparkConnectClient;
import scala.Option;
import scala.concurrent.duration.FiniteDuration;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Opens sessions of a cluster: each new, with nothing in it that somebody else made, and with settings by which a query
 * means the same everywhere.
 *
 * @param url {@code sc://HOST:PORT}, with {@code /;use_ssl=true} or {@code ;user_id=NAME}; or {@value #LOCAL} for a cluster
 *     of this machine. Never with a token, which is taken from the environment variable {@value #TOKEN}
 */
record ClusterAddress(String url) {
    /** The address of a cluster that is started for this program alone. */
    static final String LOCAL = "spark:local";

    static final String TOKEN = "SPARK_CONNECT_AUTHENTICATE_TOKEN";

    private static final Pattern FORM =
            Pattern.compile("sc://(?:\\[[0-9A-Fa-f:]+]|[A-Za-z0-9._-]+)(?::[0-9]{1,5})?(?:/(?:;(.*))?)?");

    /**
     * What an address may say; others name a session that is not ours, or send words of their own to the server. Whatever
     * is no {@code true} would turn TLS off, without a word.
     */
    private static final Map<String, Pattern> OPTIONS =
            Map.of("use_ssl", Pattern.compile("true|false"), "user_id", Pattern.compile("[A-Za-z0-9_.@-]{1,128}"));

    /** All that could change the meaning of a query. */
    private static final Map<String, String> SETTINGS = Map.ofEntries(
            Map.entry("spark.sql.ansi.enabled", "true"),
            Map.entry("spark.sql.session.timeZone", "UTC"),
            Map.entry("spark.sql.timestampType", "TIMESTAMP_LTZ"),
            Map.entry("spark.sql.variable.substitute", "false"),
            Map.entry("spark.sql.caseSensitive", "true"),
            Map.entry("spark.sql.ansi.doubleQuotedIdentifiers", "false"),
            Map.entry("spark.sql.parser.escapedStringLiterals", "false"),
            Map.entry("spark.sql.decimalOperations.allowPrecisionLoss", "true"),
            Map.entry("spark.sql.legacy.ctePrecedencePolicy", "CORRECTED"),
            Map.entry("spark.sql.legacy.setopsPrecedence.enabled", "false"),
            Map.entry("spark.sql.legacy.timeParserPolicy", "CORRECTED"),
            Map.entry("spark.sql.files.ignoreCorruptFiles", "false"),
            Map.entry("spark.sql.files.ignoreMissingFiles", "false"),
            // The name of one person's folder would decide how the names of all others are read.
            Map.entry("spark.sql.sources.partitionColumnTypeInference.enabled", "false"),
            Map.entry("spark.sql.parquet.datetimeRebaseModeInRead", "CORRECTED"),
            Map.entry("spark.sql.avro.datetimeRebaseModeInRead", "CORRECTED"),
            Map.entry("spark.sql.parquet.int96RebaseModeInRead", "CORRECTED"));

    /** What Spark leaves out of its optimizer, by name, with commas between. */
    private static final String EXCLUDED = "spark.sql.optimizer.excludedRules";

    /**
     * Computes values in each part of a UNION. In Spark 4.0.1 it fails where an EXISTS is among them, over people's rows in a
     * view as elsewhere; columns that are not needed are left out by another rule.
     */
    private static final String FAILING = "org.apache.spark.sql.catalyst.optimizer.PushProjectionThroughUnion";

    ClusterAddress {
        if (!url.equals(LOCAL)) {
            check(url);
        }
    }

    private static void check(String url) {
        Matcher form = FORM.matcher(url);
        if (url.toLowerCase(Locale.ROOT).contains("token=")) {
            throw ServerRefusals.unreadable(
                    "The address of the Spark cluster has a token in it, which others could see.",
                    "Give it in the environment variable " + TOKEN + ", and change it.");
        }
        if (!form.matches()) {
            throw ServerRefusals.unreadable(
                    "This is no address of a Spark cluster.", "Write it as sc://HOST:PORT, or " + LOCAL + ".");
        }
        Optional.ofNullable(form.group(1)).ifPresent(ClusterAddress::checkOptions);
    }

    private static void checkOptions(String options) {
        for (String option : options.split(";", -1)) {
            int end = option.indexOf('=');
            String name = end < 0 ? option : option.substring(0, end);
            Pattern value = OPTIONS.get(name);
            if (value == null
                    || end < 0
                    || !value.matcher(option.substring(end + 1)).matches()) {
                throw ServerRefusals.unreadable(
                        "The address of the Spark cluster has an option that is not accepted.",
                        "Options are use_ssl, true or false, and user_id, as in sc://HOST:PORT/;use_ssl=true.");
            }
        }
    }

    /**
     * A new session.
     *
     * @throws Refusal SOURCE_UNREADABLE when there is none
     */
    SparkSession connect(ServerRefusals refusals) {
        if (url.equals(LOCAL)) {
            LocalCluster cluster = LocalCluster.started();
            return connect(cluster.url(), Optional.of(cluster.token()), refusals);
        }
        return connect(url, Optional.ofNullable(System.getenv(TOKEN)), refusals);
    }

    static SparkSession connect(String url, Optional<String> token, ServerRefusals refusals) {
        SparkConnectClient.Builder client = SparkConnectClient.builder().interceptor(new Deadlines());
        client.connectionString(url);
        token.ifPresent(client::token);
        // A query is asked once: what fails is not sent again.
        client.retryPolicy(RetryPolicy.apply(
                Option.apply(0),
                FiniteDuration.apply(1, "second"),
                Option.empty(),
                1.0,
                FiniteDuration.apply(0, "second"),
                FiniteDuration.apply(0, "second"),
                failure -> false,
                "once",
                false,
                Option.empty()));
        try {
            org.apache.spark.sql.connect.SparkSession.Builder builder =
                    org.apache.spark.sql.connect.SparkSession.builder().client(client.build());
            SETTINGS.forEach((name, value) -> builder.config(name, value));
            SparkSession session = builder.create();
            try {
                prepare(session);
                return session;
            } catch (Exception refused) {
                end(session);
                throw refused;
            }
        } catch (Refusal refusal) {
            throw refusal;
        } catch (Exception cause) {
            throw ClusterFailures.connection(refusals, cause);
        }
    }

    /** Gives up a session whose cluster does not answer: whoever waits for it gets an error. */
    static void giveUp(SparkSession session) {
        ((org.apache.spark.sql.connect.SparkSession) session).client().channel().shutdownNow();
    }

    /** Closes a session; the cluster forgets it anyway once nobody asks for it. */
    static void end(SparkSession session) {
        try {
            session.close();
        } catch (Exception alreadyGone) {
            return;
        }
    }

    private static void prepare(SparkSession session) {
        if (!session.version().startsWith("4.")) {
            throw ServerRefusals.unreadable("This is no cluster of Spark 4.", "Use one of version 4.0 or later.");
        }
        // Asked for, not believed: a cluster may keep what it was started with.
        scala.collection.immutable.Map<String, String> found = session.conf().getAll();
        for (Map.Entry<String, String> setting : SETTINGS.entrySet()) {
            if (!found.get(setting.getKey()).contains(setting.getValue())) {
                throw ServerRefusals.unreadable(
                        "The Spark cluster does not let a session set " + setting.getKey() + ".", "Ask its owner.");
            }
        }
        session.conf()
                .set(
                        EXCLUDED,
                        Stream.concat(
                                        CollectionConverters.asJava(
                                                found.get(EXCLUDED).toList())
                                                .stream(),
                                        Stream.of(FAILING))
                                .filter(rules -> !rules.isBlank())
                                .collect(Collectors.joining(",")));
        // Whatever makes Spark behave as an older version changes the meaning of some query.
        for (String name : CollectionConverters.asJava(found.keySet())) {
            if (name.startsWith("spark.sql.legacy.") && !SETTINGS.containsKey(name)) {
                throw ServerRefusals.unreadable(
                        "The Spark cluster behaves as an older version of Spark: it sets " + name + ".",
                        "Ask its owner for a cluster that does not.");
            }
        }
    }
}
