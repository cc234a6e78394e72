package dev.pulse;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * Status documents: small JSON documents, by kind and name, in which a part of Pulse that lives
 * outside the server tells what is to be shown of it. The server keeps them and never looks inside.
 *
 * <p>A kind is a small letter followed by up to 63 small letters, digits and hyphens; a name has 1
 * to 200 characters and no control characters; a document has at most 256 KiB.
 */
public interface Statuses {
  /**
   * Puts a document in the place of the one before. One that says the same changes nothing, not
   * even its time, so a publisher may repeat itself.
   *
   * @param document a {@link Json}, or anything Jackson can write
   * @return the document as it is kept
   */
  StatusDocument put(String kind, String name, Object document);

  /** The documents of a kind, by name, fetched page by page as the stream is read. */
  Stream<StatusDocument> list(String kind);

  /** One document; empty when there is none. */
  Optional<StatusDocument> find(String kind, String name);

  /**
   * Removes a document.
   *
   * @return false when there was none. If the connection was lost, this is the last try's answer
   */
  boolean remove(String kind, String name);
}
