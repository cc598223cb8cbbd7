/** Returns the first of some texts, and the number of the others: 'a, b and 3 more'; '' for none. */
export function listOf(texts: readonly string[], most: number): string {
  const words = texts.slice(0, most);
  if (texts.length > most) words.push(`${texts.length - most} more`);
  const last = words.pop() ?? '';
  return words.length > 0 ? `${words.join(', ')} and ${last}` : last;
}
