import { idCharacters } from '../../kit/ids.ts';

/** A range of apps whose IDs lie between two texts. */
export type AppRange = { from: string; before: string };

/**
 * Divides all app IDs into ranges with about `atOnce` apps each, 1,024 ranges at most. Deleted apps are included. `apps` is the
 * number of apps.
 */
export function rangesOf(apps: number, atOnce: number): AppRange[] {
  // The ranges leave out '@', with which the sums of owners begin (schema.requests.ts).
  if (apps <= atOnce)
    return [
      { from: '2', before: '@' },
      { from: 'A', before: '{' },
    ];
  const characters = [...idCharacters];
  const isLarge = apps > atOnce * characters.length;
  const beginnings = isLarge
    ? characters.flatMap((first) => characters.map((second) => first + second))
    : characters;
  return beginnings.map((from) => ({ from, before: `${from}~` }));
}
