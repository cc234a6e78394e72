import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Rewrites a jar's classes as classes of Java 17, code unchanged. Those before Java 6 have no maps of their stack; the
 * JVM verifies them the slow way, every time, and keeps them out of its caches.
 */
final class Renew {
  private static final String CLASS = ".class";

  public static void main(String[] arguments) throws IOException {
    Path jar = Path.of(arguments[0]);
    Path renewed = Path.of(arguments[0] + ".new");
    try (var old = new ZipFile(jar.toFile());
        var out = new ZipOutputStream(Files.newOutputStream(renewed))) {
      ClassFile classes = classes(old);
      for (ZipEntry entry : old.stream().toList()) {
        byte[] bytes = read(old, entry);
        var copy = new ZipEntry(entry.getName());
        copy.setTime(entry.getTime());
        out.putNextEntry(copy);
        boolean aged = entry.getName().endsWith(CLASS) && !entry.getName().endsWith("module-info.class");
        out.write(aged ? renewed(classes, bytes) : bytes);
        out.closeEntry();
      }
    }
    Files.move(renewed, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  private static byte[] renewed(ClassFile classes, byte[] bytes) {
    return classes.transformClass(
        classes.parse(bytes),
        ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL)
            .andThen(
                (builder, element) -> {
                  if (element instanceof ClassFileVersion) {
                    builder.withVersion(ClassFile.JAVA_17_VERSION, 0);
                  } else {
                    builder.with(element);
                  }
                }));
  }

  /** Drawing a map of the stack takes knowing the kin of every class in the jar. */
  private static ClassFile classes(ZipFile jar) {
    var kin = ClassHierarchyResolver.ofResourceParsing(type -> stream(jar, type));
    return ClassFile.of(
        ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
        ClassFile.ClassHierarchyResolverOption.of(kin.orElse(ClassHierarchyResolver.defaultResolver())));
  }

  private static InputStream stream(ZipFile jar, ClassDesc type) {
    String descriptor = type.descriptorString();
    ZipEntry entry = jar.getEntry(descriptor.substring(1, descriptor.length() - 1) + CLASS);
    try {
      return entry == null ? null : jar.getInputStream(entry);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] read(ZipFile jar, ZipEntry entry) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }
}
