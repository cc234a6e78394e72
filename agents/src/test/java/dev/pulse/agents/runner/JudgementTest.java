package dev.pulse.agents.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every end, every finish, every answer (A4). */
class JudgementTest {
  private static final RateLimit LIMIT = new RateLimit(null, "slow down");
  private static final List<End> ENDS =
      List.of(
          new End.Exited(0),
          new End.Exited(1),
          new End.Exited(137),
          new End.OutOfTime(Duration.ofMinutes(15)),
          new End.Silent(Duration.ofSeconds(90)),
          new End.OverBudget());
  private static final List<String> ANSWERS =
      List.of("", "All done.", "NO-WORK", "SUSPEND approval Shall I?");

  @Test
  void anErrorInTheFinalEventDecidesWhateverElseHappened() {
    for (End end : ENDS) {
      for (String answer : ANSWERS) {
        assertThat(judge(end, new Told.Finish.Badly("broken", null), answer))
            .contains(new Verdict.Failed("broken", false));
        assertThat(judge(end, new Told.Finish.Badly("slow down", LIMIT), answer))
            .contains(new Verdict.RateLimited(LIMIT));
        assertThat(judge(end, new Told.Finish.Spent("spent"), answer))
            .contains(new Verdict.Failed("spent", true));
      }
    }
  }

  @Test
  void aGoodFinalEventLeavesTheRestToTheChecksWhateverTheExitCode() {
    for (End end : ENDS) {
      var well = new Told.Finish.Well();
      assertThat(judge(end, well, "All done.")).isEmpty();
      assertThat(judge(end, well, "")).isEmpty();
      assertThat(judge(end, well, "NO-WORK")).contains(new Verdict.NoWork());
      assertThat(judge(end, well, "SUSPEND approval Shall I?"))
          .contains(new Verdict.Suspended("approval", "Shall I?"));
    }
  }

  @Test
  void aCommandLineThatDoesNotSayHowItEndedHasFailedEvenWithExitZero() {
    for (String answer : ANSWERS) {
      var unsaid = new Told.Finish.Unsaid();
      assertThat(judge(new End.Exited(0), unsaid, answer))
          .contains(new Verdict.Failed("it ended without saying how, exit 0: oops", false));
      assertKilled(unsaid, answer);
    }
  }

  @Test
  void aProgramWithoutAFinalEventIsJudgedByItsExitCode() {
    var unable = new Told.Finish.Unable();
    assertThat(judge(new End.Exited(0), unable, "x")).isEmpty();
    assertThat(judge(new End.Exited(0), unable, "NO-WORK")).contains(new Verdict.NoWork());
    assertThat(judge(new End.Exited(0), unable, "SUSPEND s"))
        .contains(new Verdict.Suspended("s", ""));
    for (String answer : ANSWERS) {
      assertThat(judge(new End.Exited(3), unable, answer))
          .contains(new Verdict.Failed("exit 3: oops", false));
      assertKilled(unable, answer);
    }
  }

  @Test
  void whatTheChecksFindIsAFailure() {
    assertThat(Judgement.afterChecks(List.of())).isEqualTo(new Verdict.Done());
    assertThat(Judgement.afterChecks(List.of("a is missing", "verify: exit 1")))
        .isEqualTo(new Verdict.Failed("a is missing; verify: exit 1", false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"NO-WORK", "  \n NO-WORK: the board is empty", "NO-WORK\nmore", "NO-WORK."})
  void nothingToDo(String answer) {
    assertThat(judge(new End.Exited(0), new Told.Finish.Well(), answer))
        .contains(new Verdict.NoWork());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "There is NO-WORK",
        "NO-WORKING day",
        "no-work",
        "SUSPEND",
        "SUSPENDED animation",
        "I would SUSPEND approval"
      })
  void whatOnlyMentionsItIsDone(String answer) {
    assertThat(judge(new End.Exited(0), new Told.Finish.Well(), answer)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SUSPEND go                           | go       | ''
          SUSPEND budget-ok May I spend 5 USD? | budget-ok| May I spend 5 USD?
          SUSPEND\\tq\\nLine one\\nLine two    | q        | Line one\\nLine two
          """)
  void aQuestionHasASignalAndARest(String answer, String signal, String question) {
    assertThat(
            judge(
                new End.Exited(0),
                new Told.Finish.Well(),
                answer.replace("\\n", "\n").replace("\\t", "\t")))
        .contains(new Verdict.Suspended(signal, question.replace("\\n", "\n")));
  }

  private static void assertKilled(Told.Finish finish, String answer) {
    assertThat(judge(new End.OutOfTime(Duration.ofMinutes(15)), finish, answer))
        .contains(new Verdict.Killed("it took longer than 15m"));
    assertThat(judge(new End.Silent(Duration.ofSeconds(90)), finish, answer))
        .contains(new Verdict.Killed("it said nothing for 1m30s"));
    assertThat(judge(new End.OverBudget(), finish, answer))
        .contains(new Verdict.Failed("it had spent more than max_cost_usd", true));
  }

  private static Optional<Verdict> judge(End end, Told.Finish finish, String answer) {
    return Judgement.beforeChecks(
        end, new Told(null, null, null, null, null, answer, finish), " oops\n");
  }
}
