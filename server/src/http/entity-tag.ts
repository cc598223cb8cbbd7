/**
 * Whether an If-None-Match header names the entity tag, so that the answer is 304: a list of tags or `*`, by
 * weak comparison (RFC 9110, section 13.1.2).
 */
export function namesTag(header: string | undefined, tag: string): boolean {
  const tags = header?.split(',').map((part) => part.trim().replace(/^W\//, ''));
  return tags !== undefined && (tags.includes(tag) || tags.includes('*'));
}
