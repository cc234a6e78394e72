package dev.pulse.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** A Java file as the compiler's own parser sees it: the types and methods it declares. */
record JavaFile(Repository.Text text, List<String> types, List<Method> methods) {
  /** Its length counts from annotations and signature to the closing brace. */
  record Method(String name, int line, int length) {}

  /** All of them together: a compiler costs more than what it reads. */
  static List<JavaFile> parse(List<Repository.Text> texts) {
    var problems = new ArrayList<String>();
    var task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler()
                .getTask(
                    null,
                    null,
                    problem -> problems.add(problem.toString()),
                    List.of(),
                    null,
                    texts.stream().map(Source::new).toList());
    var files = new ArrayList<JavaFile>();
    try {
      for (CompilationUnitTree unit : task.parse()) { // in the order of the texts
        var found = new Declarations(unit, Trees.instance(task).getSourcePositions());
        found.scan(unit, null);
        files.add(new JavaFile(texts.get(files.size()), found.types, found.methods));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (!problems.isEmpty()) {
      throw new IllegalStateException("cannot be read as Java: " + problems);
    }
    return files;
  }

  private static final class Source extends SimpleJavaFileObject {
    private final Repository.Text text;

    Source(Repository.Text text) {
      super(URI.create("string:///" + text.name()), JavaFileObject.Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text.content();
    }
  }

  private static final class Declarations extends TreeScanner<Void, Void> {
    private final List<String> types = new ArrayList<>();
    private final List<Method> methods = new ArrayList<>();
    private final CompilationUnitTree unit;
    private final SourcePositions positions;

    Declarations(CompilationUnitTree unit, SourcePositions positions) {
      this.unit = unit;
      this.positions = positions;
    }

    @Override
    public Void visitClass(ClassTree type, Void nothing) {
      types.add(type.getSimpleName().toString());
      return super.visitClass(type, nothing);
    }

    @Override
    public Void visitMethod(MethodTree method, Void nothing) {
      int first = line(positions.getStartPosition(unit, method));
      int last = line(positions.getEndPosition(unit, method));
      methods.add(new Method(method.getName().toString(), first, last - first + 1));
      return super.visitMethod(method, nothing);
    }

    private int line(long position) {
      return (int) unit.getLineMap().getLineNumber(position);
    }
  }
}
