/** Whether the client has this answer already: weak comparison, lists and `*` (RFC 9110, 13.1.2). */
export function isHeld(ifNoneMatch: string, etag: string): boolean {
  // A quoted tag of ours is in a list exactly when its text is: no other tag can hold its quotes.
  return ifNoneMatch.includes(etag) || ifNoneMatch.trim() === '*';
}

/** Whether If-Match names this entity tag. The comparison is strong: a weak tag never matches (RFC 9110, 13.1.1). */
export function isWanted(ifMatch: string, etag: string): boolean {
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  return tags.includes(etag) || tags.includes('*');
}
