package dev.pulse.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How the code reads, as far as a machine can judge it. */
class TidyTest {
  private static final int LONGEST_FILE = 400;
  private static final int LONGEST_METHOD = 40;
  private static final int WIDEST_LINE = 140;

  /** Words that say nothing about what a type is. */
  private static final Set<String> EMPTY_WORDS =
      Set.of("Impl", "Util", "Utils", "Helper", "Helpers", "Manager", "Managers", "Data", "Info");

  private static final Pattern CAMEL_WORD = Pattern.compile("[A-Z]+(?![a-z])|[A-Z][a-z0-9]*");
  private static final Pattern NOTE_TO_SELF = Pattern.compile("\\b(TO[D]O|FIX[M]E|XX[X])\\b");
  private static final Pattern SLEEP = Pattern.compile("Thread\\.sleep|TimeUnit\\.\\w+\\.sleep");
  private static final Pattern WAITING = Pattern.compile("(?s)(?<![.\\w])await\\(\\).*?\\.until");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(?:#[^)]*)?\\)");
  private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```$");
  private static final Pattern SCHEME = Pattern.compile("[a-z]+:.*");

  /**
   * Where packages come from is the builder's own affair; a tree that names a host breaks
   * elsewhere.
   */
  private static final Pattern REGISTRY =
      Pattern.compile(
          "repo1?\\.maven|maven-central\\.|oss\\.sonatype|central\\.sonatype|jitpack\\.io|jfrog\\."
              + "|artifactor[y]|nexus[.:/]|registry\\.(npmjs|yarnpkg)|docker\\.io|ghcr\\.io|quay\\.io|pypi\\.org"
              + "|<(plugin)?[rR]epositor(y|ies)>|<mirrors?>");

  private static List<JavaFile> parsed;

  @BeforeAll
  static void parse() {
    parsed = JavaFile.parse(java().toList());
  }

  @Test
  void filesAreShort() {
    assertNone(
        main(".java")
            .filter(text -> text.lines().size() > LONGEST_FILE)
            .map(text -> text.name() + " has " + text.lines().size() + " lines"));
  }

  @Test
  void methodsAreShort() {
    assertNone(
        parsed.stream()
            .filter(file -> file.text().isMain())
            .flatMap(
                file ->
                    file.methods().stream()
                        .filter(method -> method.length() > LONGEST_METHOD)
                        .map(
                            method ->
                                "%s:%d %s has %d lines"
                                    .formatted(
                                        file.text().name(),
                                        method.line(),
                                        method.name(),
                                        method.length()))));
  }

  @Test
  void linesFitTheScreen() {
    assertNone(
        Stream.of(".java", ".sql", ".proto", ".sh", ".properties", "pulse", "mvnw", "/run")
            .flatMap(Repository::texts)
            .distinct()
            .flatMap(
                text ->
                    numbered(text, line -> line.codePointCount(0, line.length()) > WIDEST_LINE)));
  }

  @Test
  void typesAreNamedAfterWhatTheyAre() {
    assertNone(
        parsed.stream()
            .flatMap(
                file ->
                    file.types().stream()
                        .filter(TidyTest::saysNothing)
                        .map(type -> file.text().name() + " declares " + type)));
  }

  @Test
  void nothingIsLeftForLater() {
    assertNone(
        Repository.texts()
            .flatMap(text -> numbered(text, line -> NOTE_TO_SELF.matcher(line).find())));
  }

  @Test
  void testsNeverSleep() {
    assertNone(
        java()
            .filter(Repository.Text::isTest)
            .flatMap(text -> numbered(text, line -> SLEEP.matcher(line).find())));
  }

  /** The ten seconds that are waited for without a word are too few where much else runs. */
  @Test
  void testsSayHowLongTheyWait() {
    assertNone(
        java()
            .filter(Repository.Text::isTest)
            .flatMap(
                text ->
                    WAITING
                        .matcher(text.content())
                        .results()
                        .filter(waiting -> !waiting.group().contains(".atMost("))
                        .map(waiting -> text.name() + " " + waiting.group())));
  }

  @Test
  void everyRelativeLinkLeadsSomewhere() {
    assertNone(
        Repository.texts(".md")
            .flatMap(text -> deadLinks(text).map(link -> text.name() + ": " + link)));
  }

  @Test
  void everyPackageSaysWhatItIsAndMarksItsNulls() {
    assertNone(
        main(".java")
            .map(text -> text.path().getParent())
            .distinct()
            .filter(
                folder ->
                    !marksNulls(Repository.root().resolve(folder).resolve("package-info.java")))
            .map(folder -> folder + " has no package-info.java with @NullMarked"));
  }

  @Test
  void noFileNamesARegistry() {
    assertNone(
        Repository.texts().flatMap(text -> numbered(text, line -> REGISTRY.matcher(line).find())));
  }

  /** What was read is what is there: a walk that finds nothing would find no fault either. */
  @Test
  void theWalkSeesTheTree() {
    assertThat(Repository.texts().map(Repository.Text::name))
        .contains(
            "README.md",
            "pom.xml",
            "pulse",
            ".ci/run",
            "cli/src/main/java/dev/pulse/cli/PulseCommand.java",
            "cli/src/test/java/dev/pulse/house/TidyTest.java",
            "server/src/main/resources/dev/pulse/server/migrations/V1__jobs.sql")
        .noneMatch(name -> name.contains("/target/"));
  }

  private static Stream<Repository.Text> java() {
    return Repository.texts(".java");
  }

  private static Stream<Repository.Text> main(String ending) {
    return Repository.texts(ending).filter(Repository.Text::isMain);
  }

  private static boolean saysNothing(String type) {
    return CAMEL_WORD.matcher(type).results().anyMatch(word -> EMPTY_WORDS.contains(word.group()));
  }

  private static Stream<String> deadLinks(Repository.Text page) {
    String prose = FENCED.matcher(page.content()).replaceAll("");
    Path folder = Repository.root().resolve(page.path()).getParent();
    return LINK.matcher(prose)
        .results()
        .map(link -> link.group(1))
        .filter(link -> !SCHEME.matcher(link).matches())
        .filter(link -> !Files.exists(folder.resolve(link)));
  }

  private static boolean marksNulls(Path packageInfo) {
    try {
      return Files.exists(packageInfo)
          && Files.readString(packageInfo).contains("\n@NullMarked\npackage ");
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private interface Fault {
    boolean in(String line);
  }

  private static Stream<String> numbered(Repository.Text text, Fault fault) {
    var found = new ArrayList<String>();
    List<String> lines = text.lines();
    for (int at = 0; at < lines.size(); at++) {
      if (fault.in(lines.get(at))) {
        found.add(text.name() + ":" + (at + 1) + " " + lines.get(at).strip());
      }
    }
    return found.stream();
  }

  private static void assertNone(Stream<String> faults) {
    assertThat(faults.toList()).isEmpty();
  }
}
