package io.tacit.engine.policy;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.PersonLimit;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.ledger.RefreshWindow;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the settings of releases, and where the ledger and the log are kept. */
final class ReadSettings {
    /** C_u where it is not found. */
    private static final long GROUPS = 5;

    private final Section root;
    private final Optional<Section> limits;
    private final Path folder;
    private final Findings findings;

    ReadSettings(Section root, Path folder, Findings findings) {
        this.root = root;
        this.limits = root.section("limits");
        this.folder = folder;
        this.findings = findings;
    }

    QueryCeiling ceiling() {
        return limits.map(says -> new QueryCeiling(
                        says.number("epsilon"),
                        says.number("delta"),
                        says.number("max_groups").stream()
                                .mapToLong(BigDecimal::longValueExact)
                                .findFirst(),
                        says.number("min_people")
                                .map(BigDecimal::longValueExact)
                                .orElse(1L),
                        says.number("seconds").stream()
                                .mapToLong(BigDecimal::longValueExact)
                                .findFirst()))
                .orElse(QueryCeiling.NONE);
    }

    /** The limits of the embedded engine, which no answer depends on. */
    Resources resources() {
        if (limits.isEmpty()) {
            return Resources.USUAL;
        }
        Section says = limits.get();
        Optional<Long> mebibytes = says.text("memory").map(ReadSettings::mebibytes);
        if (mebibytes.filter(least -> least < DuckDbSettings.MINIMUM_MEBIBYTES).isPresent()) {
            findings.error(
                    says.valuePlace("memory"),
                    says.path("memory"),
                    "So little memory is enough for no query.",
                    "Give at least " + DuckDbSettings.MINIMUM_MEBIBYTES + "MiB.");
        }
        Optional<Path> spill = says.text("spill").flatMap(Places::path).map(folder::resolve);
        if (spill.filter(path -> !Files.isDirectory(path) || !Files.isWritable(path))
                .isPresent()) {
            findings.error(
                    says.valuePlace("spill"),
                    says.path("spill"),
                    "There is no such folder, or it cannot be written.",
                    "Make it, on a disk with room, or leave the key out.");
        }
        return new Resources(mebibytes.stream().mapToLong(Long::longValue).findFirst(), spill);
    }

    private static long mebibytes(String text) {
        long amount = Long.parseLong(text.substring(0, text.length() - "MiB".length()));
        return text.endsWith("GiB") ? amount << 10 : amount;
    }

    /**
     * The defaults of the policy; one that it leaves out is the standard value, or what the limits allow if that is
     * less.
     *
     * @param concentrated whether some account adds up rho: finding C_u costs much of it, so that it is given there
     */
    Defaults defaults(QueryCeiling ceiling, boolean concentrated) {
        Section says = root.section("defaults")
                .orElseGet(() -> new Section(new YamlValue.Fields(List.of(), root.place()), "defaults", findings));
        Defaults standard = Defaults.STANDARD;
        Optional<BigDecimal> epsilon = says.number("epsilon");
        Optional<BigDecimal> delta = says.number("delta");
        Optional<Long> groups = says.number("max_groups").map(BigDecimal::longValueExact);
        Optional<Long> people = says.number("min_people").map(BigDecimal::longValueExact);
        exceeds(says, "epsilon", epsilon, ceiling.epsilon());
        exceeds(says, "delta", delta, ceiling.delta());
        OptionalLong most = ceiling.maxGroups();
        exceeds(
                says,
                "max_groups",
                groups.map(BigDecimal::valueOf),
                most.isPresent() ? Optional.of(BigDecimal.valueOf(most.getAsLong())) : Optional.empty());
        if (people.filter(fewest -> fewest < ceiling.minPeople()).isPresent()) {
            findings.error(
                    says.place("min_people"),
                    says.path("min_people"),
                    "The default is below the limit of " + ceiling.minPeople() + ".",
                    "Raise it, or lower limits.min_people.");
        }
        Defaults defaults = new Defaults(
                epsilon.orElse(standard.epsilon().min(ceiling.epsilon().orElse(standard.epsilon()))),
                delta.orElse(standard.delta().min(ceiling.delta().orElse(standard.delta()))),
                groups.map(PersonLimit::groups)
                        .or(() -> concentrated
                                ? Optional.of(PersonLimit.groups(Math.min(GROUPS, most.orElse(GROUPS))))
                                : standard.limit()),
                says.number("confidence").map(BigDecimal::doubleValue).orElse(standard.confidence()),
                chosen(says, "noise").map(Defaults.Noise::valueOf),
                chosen(says, "group_selection").map(Defaults.Selection::valueOf),
                people.orElse(ceiling.minPeople()),
                !says.text("report_missing").filter("false"::equals).isPresent());
        says.unread("");
        return defaults;
    }

    private void exceeds(Section says, String key, Optional<BigDecimal> value, Optional<BigDecimal> most) {
        if (value.isPresent() && most.isPresent() && value.get().compareTo(most.get()) > 0) {
            findings.error(
                    says.valuePlace(key),
                    says.path(key),
                    "The default is above the limit of " + most.get().toPlainString()
                            + ", so it would always be refused.",
                    "Lower it, or raise limits." + key + ".");
        }
    }

    private static Optional<String> chosen(Section says, String key) {
        return says.text(key).filter(word -> !word.equals("auto")).map(word -> word.toUpperCase(Locale.ROOT));
    }

    DataVersion version() {
        Optional<Section> schedule = root.section("version");
        if (schedule.isPresent()) {
            return schedule.get()
                    .text("schedule")
                    .<DataVersion>map(
                            word -> new DataVersion.Scheduled(RefreshWindow.valueOf(word.toUpperCase(Locale.ROOT))))
                    .orElse(new DataVersion.Unstated());
        }
        return root.text("version").<DataVersion>map(DataVersion.Stated::new).orElse(new DataVersion.Unstated());
    }

    StoreRules store() {
        Optional<Duration> window =
                root.section("store").flatMap(section -> section.text("window")).map(ReadSettings::duration);
        if (window.isPresent() && root.has("version")) {
            findings.error(
                    root.place("store"),
                    "store.window",
                    "A window is for data without a version, but version says of which version they are.",
                    "Remove one of the two.");
        }
        return new StoreRules(window);
    }

    private static Duration duration(String text) {
        long count = Long.parseLong(text.substring(0, text.length() - 1));
        return switch (text.charAt(text.length() - 1)) {
            case 's' -> Duration.ofSeconds(count);
            case 'm' -> Duration.ofMinutes(count);
            case 'h' -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
    }

    LedgerPlace ledger(Path policy, String dataset) {
        Optional<Section> postgres = root.section("ledger");
        if (postgres.isPresent()) {
            Section section = postgres.get();
            if (section.text("postgres")
                    .filter(url -> url.toLowerCase(Locale.ROOT).contains("password="))
                    .isPresent()) {
                findings.error(
                        section.valuePlace("postgres"),
                        section.path("postgres"),
                        "A password must not stand in a policy.",
                        "Put it into an environment variable and name that as password_variable.");
            }
            LedgerPlace place = new LedgerPlace.Postgres(
                    section.text("postgres").orElse(""),
                    section.text("user").orElse(""),
                    section.text("password_variable"));
            section.unread("");
            return place;
        }
        Path name = root.text("ledger").flatMap(Places::path).orElse(Path.of(dataset + ".ledger.sqlite"));
        return new LedgerPlace.Sqlite(new LedgerOfPolicy(policy, root, findings).named(name));
    }

    /** Reports keys of the limits that nobody has read. */
    void limitsAreRead() {
        limits.ifPresent(says -> says.unread(""));
    }

    Optional<Path> auditLog() {
        return root.text("audit_log").flatMap(Places::path).map(folder::resolve);
    }
}
