package io.tacit.engine.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * When a budget begins anew: over all days of thirty years, in each window, by definitions of the calendar that are
 * written down here once more. An account takes the larger name for the later window, so names must rise.
 */
class RefreshWindowTest {
    private static final LocalDate FIRST = LocalDate.of(2019, 12, 1);
    private static final LocalDate LAST = LocalDate.of(2050, 2, 1);

    /** The first day of the window that a day lies in. */
    private static LocalDate first(RefreshWindow window, LocalDate day) {
        return switch (window) {
            case DAILY -> day;
            case WEEKLY -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
            case MONTHLY -> day.withDayOfMonth(1);
            case QUARTERLY -> LocalDate.of(day.getYear(), (day.getMonthValue() - 1) / 3 * 3 + 1, 1);
            case YEARLY -> LocalDate.of(day.getYear(), 1, 1);
        };
    }

    private static List<LocalDate> days() {
        return FIRST.datesUntil(LAST).toList();
    }

    private static Instant start(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    @ParameterizedTest
    @EnumSource
    void eachWindowHasOneNameAndLaterOnesHaveLaterNames(RefreshWindow window) {
        Map<LocalDate, String> names = new HashMap<>();
        List<String> inOrder = new ArrayList<>();
        for (LocalDate day : days()) {
            String name = window.at(start(day));
            assertThat(names.computeIfAbsent(first(window, day), begins -> {
                        inOrder.add(name);
                        return name;
                    }))
                    .as(day.toString())
                    .isEqualTo(name);
        }
        assertThat(List.copyOf(new TreeSet<>(inOrder))).isEqualTo(inOrder);
    }

    /** The last moment of a day is still in it, and the next is not. */
    @ParameterizedTest
    @EnumSource
    void windowsChangeAtMidnightInUtc(RefreshWindow window) {
        for (LocalDate day : days()) {
            Instant midnight = start(day);
            assertThat(window.at(midnight.minusNanos(1))).isEqualTo(window.at(midnight.minus(1, ChronoUnit.DAYS)));
            assertThat(window.at(midnight.plus(1, ChronoUnit.DAYS).minusNanos(1)))
                    .isEqualTo(window.at(midnight));
        }
    }

    /** The week of New Year belongs to the year that has its Thursday. */
    @Test
    void aWeekAtNewYearIsOneWeek() {
        List<String> names = new ArrayList<>();
        for (String day : List.of("2026-12-27", "2026-12-28", "2026-12-31", "2027-01-01", "2027-01-03", "2027-01-04")) {
            names.add(RefreshWindow.WEEKLY.at(start(LocalDate.parse(day))));
        }
        assertThat(names).containsExactly("2026-W52", "2026-W53", "2026-W53", "2026-W53", "2026-W53", "2027-W01");
        assertThat(RefreshWindow.WEEKLY.at(start(LocalDate.parse("2024-12-30"))))
                .isEqualTo("2025-W01");
    }

    /** Two machines with one ledger, the second of which is moved to another zone. */
    @ParameterizedTest
    @EnumSource
    void theMachinesTimeZoneDoesNotMatter(RefreshWindow window) {
        TimeZone before = TimeZone.getDefault();
        Map<Instant, String> names = new HashMap<>();
        try {
            for (String zone :
                    List.of("UTC", "Pacific/Kiritimati", "Pacific/Niue", "America/St_Johns", "Asia/Kolkata")) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                for (LocalDate day : days()) {
                    for (int hour : new int[] {0, 9, 23}) {
                        Instant at = start(day).plus(hour, ChronoUnit.HOURS);
                        String name = window.at(at);
                        assertThat(names.computeIfAbsent(at, first -> name))
                                .as(zone)
                                .isEqualTo(name);
                    }
                }
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }
}
