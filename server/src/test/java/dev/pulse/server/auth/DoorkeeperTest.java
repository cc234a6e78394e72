package dev.pulse.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import at.favre.lib.crypto.bcrypt.BCrypt;
import dev.pulse.server.auth.Doorkeeper.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** bcrypt is asked once for a good password and always for a bad one (H3). */
class DoorkeeperTest {
  private static final String LONG = "x".repeat(72);

  @Test
  void aPlainPasswordIsDecidedAtOnce() {
    var doorkeeper = new Doorkeeper(Users.parse("ann:secret"));
    assertThat(doorkeeper.glance(credentials("ann", "secret"))).isEqualTo(Verdict.GOOD);
    assertThat(doorkeeper.glance(credentials("ann", "Secret"))).isEqualTo(Verdict.WRONG);
    assertThat(doorkeeper.glance(credentials("ann", ""))).isEqualTo(Verdict.WRONG);
    assertThat(doorkeeper.glance(credentials("bob", "secret"))).isEqualTo(Verdict.WRONG);
  }

  @Test
  void aHashIsPonderedOnceAndThenKnown() throws InterruptedException {
    var doorkeeper = new Doorkeeper(Users.parse("bob:" + hash("secret", 4)));
    var good = credentials("bob", "secret");
    assertThat(doorkeeper.glance(good)).isEqualTo(Verdict.UNDECIDED);
    assertThat(doorkeeper.ponder(good)).isEqualTo(Verdict.GOOD);
    assertThat(doorkeeper.glance(good)).isEqualTo(Verdict.GOOD);
    assertThat(doorkeeper.glance(credentials("bob", "secreT"))).isEqualTo(Verdict.UNDECIDED);
    assertThat(doorkeeper.ponder(credentials("bob", "secreT"))).isEqualTo(Verdict.WRONG);
  }

  @Test
  void whereOneUserHasAHashEveryRefusalCostsTheSame() throws InterruptedException {
    var doorkeeper = new Doorkeeper(Users.parse("ann:plain,bob:" + hash("secret", 4)));
    for (var wrong : new String[] {"ann", "bob", "nobody"}) {
      assertThat(doorkeeper.glance(credentials(wrong, "?"))).isEqualTo(Verdict.UNDECIDED);
      assertThat(doorkeeper.ponder(credentials(wrong, "?"))).isEqualTo(Verdict.WRONG);
    }
    assertThat(doorkeeper.ponder(credentials("nobody", "secret"))).isEqualTo(Verdict.WRONG);
    assertThat(doorkeeper.ponder(credentials("ann", "secret"))).isEqualTo(Verdict.WRONG);
    assertThat(doorkeeper.glance(credentials("ann", "plain"))).isEqualTo(Verdict.GOOD);
  }

  @Test
  void whatBcryptWouldNotReadIsNotIgnored() throws InterruptedException {
    var doorkeeper = new Doorkeeper(Users.parse("bob:" + hash(LONG, 4)));
    assertThat(doorkeeper.ponder(credentials("bob", LONG + "y"))).isEqualTo(Verdict.WRONG);
    assertThat(doorkeeper.ponder(credentials("bob", LONG))).isEqualTo(Verdict.GOOD);
  }

  /** At this cost two hundred of them would take minutes, and most would be told it is busy. */
  @Test
  void manyWhoComeAtOnceCostOneHash() throws Exception {
    var doorkeeper = new Doorkeeper(Users.parse("bob:" + hash("secret", 12)));
    Callable<Verdict> comes = () -> doorkeeper.ponder(credentials("bob", "secret"));
    var verdicts = new ArrayList<Future<Verdict>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int count = 0; count < 200; count++) {
        verdicts.add(threads.submit(comes));
      }
    }
    assertThat(verdicts).allSatisfy(v -> assertThat(v.get()).isEqualTo(Verdict.GOOD));
  }

  private static Credentials credentials(String name, String password) {
    return new Credentials(name, password.getBytes(StandardCharsets.UTF_8));
  }

  static String hash(String password, int cost) {
    return BCrypt.withDefaults().hashToString(cost, password.toCharArray());
  }
}
