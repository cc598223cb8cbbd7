/** The suffixes that Apache adds to the tag of an answer that it compresses, before the last quote. */
const compressors = ['-gzip', '-br'];

/**
 * Tells whether an If-None-Match header contains the entity tag, quotes included, so that the answer is 304. The header is a list
 * of tags or `*`; the comparison is weak (RFC 9110, section 13.1.2). No library does this: `fresh` never allows a 304 for a
 * reload in the browser, and `@fastify/etag` knows neither lists nor `*`.
 */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  // A quoted tag of ours is in a list exactly when its text is: no other tag can hold its quotes.
  if (header.includes(tag) || header.trim() === '*') return true;
  // Only a client that holds another answer gets this far.
  const open = tag.slice(0, -1);
  return compressors.some((suffix) => header.includes(`${open}${suffix}"`));
}
