import type { Person } from '@adwarden/contract/people/people';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../../db/schema.ts';
import { quotaOf } from '../../../quotas/quotas.ts';
import { countLoggedBytes, countLoggedBytesSince } from '../batches.quota.store.ts';
import { fullLog } from '../batches.quota.ts';

/** The most people whose bytes are remembered; those of other people are counted anew. */
const rememberedPeople = 1_000;

/**
 * Builds the check that each part of a batch makes. It returns null if the author may write more into the log, otherwise the
 * reason. It remembers the sum of each person, and adds only the entries since its last call. This sum still contains entries
 * that are older than 24 hours now. So when it is too large, everything is counted again.
 */
export function createLogCheck(): (
  db: Db,
  person: Person,
  kind: 'loggedBytes' | 'loggedBytesOfUndo',
) => Promise<string | null> {
  const remembered = new LRUCache<string, { bytes: number; seq: number }>({
    max: rememberedPeople,
  });
  return async (db, person, kind) => {
    const most = quotaOf(kind, person);
    const before = remembered.get(person.id);
    const since = await countLoggedBytesSince(db, person, before?.seq);
    let bytes = before ? before.bytes + since.bytes : await countLoggedBytes(db, person);
    if (before && bytes >= most) bytes = await countLoggedBytes(db, person);
    remembered.set(person.id, { bytes, seq: since.seq });
    return bytes < most ? null : fullLog('The author’s', most);
  };
}
