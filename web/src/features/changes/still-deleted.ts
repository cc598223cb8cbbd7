import type { Change } from '@adwarden/contract/changes';

type Entry = Pick<Change, 'seq' | 'key'>;

/** Of some deletes, newest first, the last of each thing that no later restore brought back. */
export function stillDeleted<T extends Entry>(deletes: T[], restores: Entry[]): T[] {
  const cameBack = new Map<string, number>();
  for (const { key, seq } of restores) cameBack.set(key, Math.max(seq, cameBack.get(key) ?? 0));
  const seen = new Set<string>();
  return deletes.filter(({ key, seq }) => {
    if (seen.has(key)) return false;
    seen.add(key);
    return seq > (cameBack.get(key) ?? 0);
  });
}
