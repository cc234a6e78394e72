package dev.pulse.server.sling;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Small JSON, written and read. */
final class JsonText {
  static final JsonFactory JSON = new JsonFactory();

  private JsonText() {}

  /** Writes one value. */
  interface Writer {
    void write(JsonGenerator json) throws IOException;
  }

  static String of(Writer writer) {
    var text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      writer.write(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail to be written
    }
    return text.toString();
  }

  static String map(Map<String, String> map) {
    return of(json -> texts(json, map));
  }

  static void texts(JsonGenerator json, Map<String, String> map) throws IOException {
    json.writeStartObject();
    for (var each : new TreeMap<>(map).entrySet()) {
      json.writeStringField(each.getKey(), each.getValue());
    }
    json.writeEndObject();
  }

  static Map<String, String> map(String text) {
    var map = new LinkedHashMap<String, String>();
    try (JsonParser json = JSON.createParser(text)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        map.put(name, json.getText());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return map;
  }

  /** The texts of an array that is a field of the object; none where it is not. */
  static List<String> texts(String object, String field) {
    var texts = new ArrayList<String>();
    try (JsonParser json = JSON.createParser(object)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return texts;
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        boolean wanted = json.currentName().equals(field);
        boolean array = json.nextToken() == JsonToken.START_ARRAY;
        if (!wanted || !array) {
          json.skipChildren();
          continue;
        }
        while (json.nextToken() != JsonToken.END_ARRAY) {
          if (json.currentToken() == JsonToken.VALUE_STRING) {
            texts.add(json.getText());
          } else {
            json.skipChildren();
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return texts;
  }
}
