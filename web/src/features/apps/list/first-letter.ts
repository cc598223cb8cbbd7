/** The first letter of a name as people count letters, in capitals; '?' for no name. */
export function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment.toUpperCase() ?? '?';
}
