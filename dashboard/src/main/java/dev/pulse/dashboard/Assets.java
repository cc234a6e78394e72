package dev.pulse.dashboard;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** Scripts and styles. Their addresses name their content, so browsers keep them for ever. */
final class Assets {
  static final String ROOT = "/assets/";
  private static final String HTMX = "org.webjars.npm/htmx.org";

  private record Asset(MediaType type, HttpData content) {}

  private final Map<String, String> addresses = new HashMap<>();
  private final Map<String, Asset> byAddress = new HashMap<>();

  Assets() {
    add("pulse.css", MediaType.CSS_UTF_8, ours("pulse.css"));
    add("pulse.js", MediaType.JAVASCRIPT_UTF_8, ours("pulse.js"));
    add("pulse.svg", MediaType.SVG_UTF_8, ours("pulse.svg"));
    add("htmx.js", MediaType.JAVASCRIPT_UTF_8, htmx());
  }

  /** Where that is, for templates. */
  String at(String name) {
    String address = addresses.get(name);
    if (address == null) {
      throw new IllegalArgumentException("there is no asset " + name);
    }
    return address;
  }

  Optional<HttpResponse> find(String path) {
    return Optional.ofNullable(byAddress.get(path))
        .map(asset -> HttpResponse.of(Headers.asset(asset.type()).build(), asset.content()));
  }

  private void add(String name, MediaType type, byte[] content) {
    String address = ROOT + Digest.of(content) + "/" + name;
    addresses.put(name, address);
    byAddress.put(address, new Asset(type, HttpData.wrap(content)));
  }

  private static byte[] ours(String name) {
    return read(Assets.class.getPackageName().replace('.', '/') + "/" + name);
  }

  /** A webjar keeps its files in a folder named after its version, which its Maven part tells. */
  private static byte[] htmx() {
    var maven = new Properties();
    try (InputStream in = open("META-INF/maven/" + HTMX + "/pom.properties")) {
      maven.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String version = maven.getProperty("version");
    return read("META-INF/resources/webjars/htmx.org/" + version + "/dist/htmx.min.js");
  }

  private static byte[] read(String resource) {
    try (InputStream in = open(resource)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(String resource) {
    InputStream in = Assets.class.getClassLoader().getResourceAsStream(resource);
    if (in == null) {
      throw new IllegalStateException(resource + " is missing from the build");
    }
    return in;
  }
}
