package dev.pulse.agents.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the services say when an account has had enough, and when it may go on (A5). */
class RateLimitTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          You've hit your session limit · resets 3pm (America/New_York)            | 2026-11-15T20:00:00Z
          You've hit your session limit · resets 5:30pm (UTC)                      | 2026-11-15T17:30:00Z
          You've hit your session limit · resets 11am (UTC)                        | 2026-11-16T11:00:00Z
          You've hit your weekly limit · resets Nov 17, 5pm (Europe/Berlin)        | 2026-11-17T16:00:00Z
          You've hit your weekly limit · resets Jan 2, 2027, 12am (UTC)            | 2027-01-02T00:00:00Z
          You've hit your Opus limit · resets Jan 2, 9am (UTC)                     | 2027-01-02T09:00:00Z
          Claude usage limit reached. Your limit will reset at 1pm (Etc/GMT+5).    | 2026-11-15T18:00:00Z
          5-hour limit reached ∙ resets 3pm                                        | 2026-11-15T14:00:00Z
          `Claude AI usage limit reached|1794747600`                               | 2026-11-15T13:00:00Z
          You’ve hit your usage limit. Upgrade to Pro or try again at 1:06 PM.     | 2026-11-15T12:06:00Z
          You've hit your usage limit. Try again at Nov 17th, 2026 1:06 PM.        | 2026-11-17T12:06:00Z
          You've hit your usage limit. Try again in 2 days 3 hours 5 minutes.      | 2026-11-17T15:05:00Z
          Rate limit reached for gpt-5. Please try again in 6s.                    | 2026-11-15T12:00:06Z
          Rate limit reached. Please try again in 1m30.5s.                         | 2026-11-15T12:01:30.500Z
          Rate limit reached. Please try again in 20ms.                            | 2026-11-15T12:00:00.020Z
          You exceeded your current quota. Your quota will reset after 5h12m30s.   | 2026-11-15T17:12:30Z
          usage_limit_reached, "resets_at":1794747600                              | 2026-11-15T13:00:00Z
          """)
  void theTimeIsFoundAsEachServiceSaysIt(String error, Instant until) {
    assertThat(RateLimit.isOne(error)).isTrue();
    assertThat(RateLimit.of(error, NOW, ZONE).until()).isEqualTo(until);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "API Error: Request rejected (429) · This request would exceed your rate limit",
        "API Error: 529 Overloaded. This is a server-side issue, usually temporary",
        "exceeded retry limit, last status: 429 Too Many Requests",
        "Quota exceeded. Check your plan and billing details.",
        "unexpected status 503 Service Unavailable: overloaded",
        "[API Error: You have exhausted your daily quota on this model.]",
        "Credit balance is too low",
        "You've hit your limit · resets 25pm (Nowhere/Land)",
        "You've hit your limit · resets Foo 17, 5pm",
        "litellm.RateLimitError: AnthropicException"
      })
  void aLimitWithoutATimeIsALimit(String error) {
    assertThat(RateLimit.isOne(error)).isTrue();
    assertThat(RateLimit.of(error, NOW, ZONE).until()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "invalid x-api-key",
        "Request timed out",
        "No conversation found with session ID",
        "exit 1",
        "prompt is too long: 200000 tokens",
        "Reached maximum number of turns (3)"
      })
  void otherTroubleIsNoLimit(String error) {
    assertThat(RateLimit.isOne(error)).isFalse();
  }

  @Test
  void statusesThatMeanLater() {
    assertThat(RateLimit.isOne(429)).isTrue();
    assertThat(RateLimit.isOne(529)).isTrue();
    assertThat(RateLimit.isOne(503)).isTrue();
    assertThat(RateLimit.isOne(500)).isFalse();
    assertThat(RateLimit.isOne(401)).isFalse();
  }

  @Test
  void aTimeThatHasPassedIsNone() {
    assertThat(RateLimit.of("limit reached|1694747600", NOW, ZONE).until()).isNull();
  }
}
