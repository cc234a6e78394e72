package dev.pulse.server.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a cron expression fires, clock changes included, and how a bad one is refused (S1). */
class CronTest {
  private static final String BERLIN = "Europe/Berlin";
  private static final String NEW_YORK = "America/New_York";

  @ParameterizedTest
  @CsvSource({
    "0 12 * * *, 2026-01-01T12:00:00Z",
    "*/20 * * * *, 2026-01-01T00:20:00Z",
    "*/20 * * * * *, 2026-01-01T00:00:20Z",
    "0 0 * * 7, 2026-01-04T00:00:00Z",
    "0 0 * * sun, 2026-01-04T00:00:00Z",
    "0 0 * * FRI-SUN, 2026-01-02T00:00:00Z",
    "30 6 1-7/3 feb *, 2026-02-01T06:30:00Z",
    "@yearly, 2027-01-01T00:00:00Z",
    "@monthly, 2026-02-01T00:00:00Z",
    "@weekly, 2026-01-04T00:00:00Z",
    "@daily, 2026-01-02T00:00:00Z",
    "@hourly, 2026-01-01T01:00:00Z",
  })
  void theFieldsMeanWhatTheyMeanEverywhere(String expression, Instant first) {
    assertThat(fires(expression, "UTC", "2026-01-01T00:00:00Z", 1)).containsExactly(first + "");
  }

  @Test
  void twoRestrictedDayFieldsMeanEither() {
    assertThat(fires("0 0 13 * FRI", "UTC", "2026-01-01T00:00:00Z", 4))
        .containsExactly(
            "2026-01-02T00:00:00Z",
            "2026-01-09T00:00:00Z",
            "2026-01-13T00:00:00Z",
            "2026-01-16T00:00:00Z");
  }

  @Test
  void februaryTheTwentyNinthComesEveryFourYearsAndOnceAfterEight() {
    assertThat(fires("0 0 29 2 *", "UTC", "2091-01-01T00:00:00Z", 3))
        .containsExactly("2092-02-29T00:00:00Z", "2096-02-29T00:00:00Z", "2104-02-29T00:00:00Z");
    assertThat(fires("0 0 29 2 *", BERLIN, "2026-01-01T00:00:00Z", 1))
        .containsExactly("2028-02-28T23:00:00Z");
  }

  @Test
  void aTimeThatDoesNotExistFiresAtTheMomentAfterTheGap() {
    assertThat(fires("0 30 2 * * *", BERLIN, "2026-03-28T00:00:00Z", 3))
        .containsExactly("2026-03-28T01:30:00Z", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z");
    assertThat(fires("0 30 2 * * *", NEW_YORK, "2026-03-07T00:00:00Z", 3))
        .containsExactly("2026-03-07T07:30:00Z", "2026-03-08T07:00:00Z", "2026-03-09T06:30:00Z");
  }

  @Test
  void severalTimesInTheGapFireOnce() {
    assertThat(fires("*/10 2,3 * * *", BERLIN, "2026-03-29T00:00:00Z", 2))
        .containsExactly("2026-03-29T01:00:00Z", "2026-03-29T01:10:00Z");
  }

  @Test
  void aTimeThatComesTwiceFiresTheFirstTimeOnly() {
    assertThat(fires("0 30 2 * * *", BERLIN, "2026-10-24T12:00:00Z", 2))
        .containsExactly("2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z");
    assertThat(fires("0 30 1 * * *", NEW_YORK, "2026-10-31T12:00:00Z", 2))
        .containsExactly("2026-11-01T05:30:00Z", "2026-11-02T06:30:00Z");
    assertThat(fires("0 30 2 * * *", BERLIN, "2026-10-25T01:10:00Z", 1))
        .containsExactly("2026-10-26T01:30:00Z");
  }

  @Test
  void aRhythmGoesOnWithTheTimeThatPasses() {
    assertThat(fires("30 * * * *", BERLIN, "2026-03-29T00:00:00Z", 3))
        .containsExactly("2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z", "2026-03-29T02:30:00Z");
    assertThat(fires("30 * * * *", BERLIN, "2026-10-25T00:00:00Z", 3))
        .containsExactly("2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-25T02:30:00Z");
    assertThat(fires("0 * * * *", NEW_YORK, "2026-11-01T04:30:00Z", 3))
        .containsExactly("2026-11-01T05:00:00Z", "2026-11-01T06:00:00Z", "2026-11-01T07:00:00Z");
  }

  @Test
  void aDayThatAZoneLeftOutFiresAtTheMomentAfterIt() {
    assertThat(fires("0 12 30 12 *", "Pacific/Apia", "2011-12-01T00:00:00Z", 1))
        .containsExactly("2011-12-30T10:00:00Z");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "60 * * * *      | 0  | a minute from 0 to 59",
        "* 24 * * *      | 2  | an hour from 0 to 23",
        "* * 0 * *       | 4  | a day of the month from 1 to 31",
        "* * * 13 *      | 6  | a month from 1 to 12 or JAN to DEC",
        "* * * * 8       | 8  | a day of the week from 0 to 7 or SUN to SAT",
        "* * * * FOO     | 8  | a day of the week",
        "* * * *         | 7  | a day of the week",
        "'* * * * * * *' | 12 | the end",
        "1,, * * * *     | 2  | a minute",
        "*/0 * * * *     | 2  | a step from 1 to 59",
        "*/x * * * *     | 2  | a step from 1 to 59",
        "5/10 * * * *    | 1  | a step follows * or a range",
        "5-3 * * * *     | 2  | not before its start",
        "5x * * * *      | 1  | a comma, a blank or the end",
        "1 2 ? * *       | 4  | a day of the month",
        "99999999999999999999 * * * * | 0 | a minute",
        "@often          | 0  | @daily",
        "0 0 31 2 *      | 4  | this never fires",
        "0 0 0 31 4,6 *  | 6  | this never fires",
        "0 0 30 2 */2    | 4  | this never fires",
        "''              | 0  | a minute",
      })
  void aBadExpressionIsRefusedWithThePlaceAndWhatBelongsThere(
      String expression, int position, String expected) {
    var refused = catchThrowableOfType(ScheduleRefused.class, () -> Cron.parse(expression));
    assertThat(refused).hasMessageContaining(expected);
    assertThat(refused.position()).isEqualTo(position);
  }

  static List<String> fires(String expression, String zone, String after, int count) {
    Cron cron = Cron.parse(expression);
    var fires = new ArrayList<String>();
    Instant at = Instant.parse(after);
    for (int number = 0; number < count; number++) {
      at = cron.next(at, ZoneId.of(zone));
      fires.add(at.toString());
    }
    return fires;
  }
}
