package dev.pulse.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pulse.Json;
import dev.pulse.PulseException;
import dev.pulse.PulseException.Code;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CodecTest {
  record Order(BigInteger number, Instant at, Duration within, Optional<String> note) {}

  private final Codec codec = new Codec(Codec.defaultMapper());

  @Test
  void recordsTimesAndBigNumbersComeBackAsTheyWere() {
    Order order =
        new Order(
            new BigInteger("123456789012345678901234567890"),
            Instant.parse("2026-11-15T09:00:00.123456789Z"),
            Duration.ofMinutes(90),
            Optional.of("ü"));
    String json = codec.write(order);
    assertThat(json).contains("123456789012345678901234567890", "2026-11-15T09", "PT1H30M");
    assertThat(codec.read(Json.of(json), Order.class)).isEqualTo(order);
  }

  @Test
  void jsonTravelsUntouched() {
    Json json = Json.of("{\"Key\": 1.0, \"key\":12345678901234567890123}");
    assertThat(codec.write(json)).isEqualTo(json.text());
    assertThat(codec.read(json, Json.class)).isEqualTo(json);
  }

  @Test
  void mapsNeedNoType() {
    Map<?, ?> read = codec.read(Json.of("{\"a\":[1,2]}"), Map.class);
    assertThat(read.get("a")).hasToString("[1, 2]");
  }

  @Test
  void whatIsNoJsonIsRefusedWithTheTypeItWasMeantFor() {
    assertThatThrownBy(() -> codec.read(Json.of("nonsense"), Order.class))
        .isInstanceOfSatisfying(
            PulseException.class, e -> assertThat(e.code()).isEqualTo(Code.INVALID))
        .hasMessageContaining("Order");
  }
}
