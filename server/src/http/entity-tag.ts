/**
 * Whether an If-None-Match header contains the entity tag, so that the answer is 304. The header is a list of tags or
 * `*`; the comparison is weak (RFC 9110, section 13.1.2). No library does this: `fresh` never allows a 304 for a reload
 * in the browser, and `@fastify/etag` knows neither lists nor `*`.
 */
export function namesTag(header: string | undefined, tag: string): boolean {
  const tags = header?.split(',').map((part) => part.trim().replace(/^W\//, ''));
  return tags !== undefined && (tags.includes(tag) || tags.includes('*'));
}
