import { editDistance } from './edit-distance.ts';

/** Returns the most letters by which two names of one thing may differ: short names are more often different than misspelled. */
export const closeDistance = (name: string): number =>
  name.length >= 8 ? 2 : name.length >= 4 ? 1 : 0;

const digits = (text: string) => text.replace(/\D/g, '');

/**
 * Counts the different letters of two names, when one of them is probably a misspelling of the other; null when not. Both are in
 * the form in which such names are compared, such as lower case.
 */
export function misspelledBy(name: string, other: string): number | null {
  // "Studio 1" and "Studio 2" are two names on purpose.
  if (digits(name) !== digits(other)) return null;
  const most = closeDistance(name);
  const distance = editDistance(name, other, most);
  return distance <= most ? distance : null;
}
