package dev.pulse.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestClassOrder;

/** Every page and action as a person with a browser meets them; and that it was every one (H6). */
@Tag("slow")
@TestClassOrder(ClassOrderer.OrderAnnotation.class)
class BrowserTest {
  private static final Clicks clicks = new Clicks();

  @Nested
  @Order(1)
  class Kernel extends KernelPages {
    Kernel() {
      super(clicks);
    }
  }

  @Nested
  @Order(2)
  class Work extends WorkPages {
    Work() {
      super(clicks);
    }
  }

  /** Comes last, after everything that was to be clicked. */
  @Nested
  @Order(3)
  class Everything {
    @BeforeAll
    static void onlyWhereSomethingCouldBeClicked() {
      assertThat(Chromium.program()).isExecutable();
    }

    @Test
    void everyActionThereIsWasClicked() {
      System.out.printf(
          "BrowserTest: %d actions, offered in %d places%n",
          clicks.actions().size(), clicks.offered().size());
      var missing = new TreeSet<>(clicks.actions());
      clicks.clicked().forEach(click -> missing.remove(click.action()));
      assertThat(missing).isEmpty();
    }

    @Test
    void whatAPageOffersWasClickedOnThatPage() {
      var missing = new TreeSet<>(clicks.offered());
      missing.removeAll(clicks.clicked());
      assertThat(missing).isEmpty();
    }

    @Test
    void whatDestroysAsksFirst() {
      assertThat(clicks.rash()).isEmpty();
    }
  }
}
