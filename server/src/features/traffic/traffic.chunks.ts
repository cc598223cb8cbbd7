/** Apps whose IDs lie between two texts. */
export type AppRange = { from: string; before: string };

/** App IDs are random, so those with the same beginning are about the same number. */
const characters = [...'234567abcdefghijklmnopqrstuvwxyz'];

/** All apps, deleted ones, too, in at most 1,024 ranges of about `atOnce`. `apps` is how many there are. */
export function rangesOf(apps: number, atOnce: number): AppRange[] {
  // Not '@', with which the sums of owners begin (schema.requests.ts).
  if (apps <= atOnce)
    return [
      { from: '2', before: '@' },
      { from: 'A', before: '{' },
    ];
  const isLarge = apps > atOnce * characters.length;
  const beginnings = isLarge
    ? characters.flatMap((first) => characters.map((second) => first + second))
    : characters;
  return beginnings.map((from) => ({ from, before: `${from}~` }));
}
