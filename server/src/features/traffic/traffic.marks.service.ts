import { limits } from '@adwarden/contract/limits';
import { can } from '@adwarden/contract/people/abilities';
import type { Person } from '@adwarden/contract/people/people';
import type { Traffic } from '@adwarden/contract/traffic/traffic';
import type { ReadChange } from '../../changes/changes.list.store.ts';
import type { Db } from '../../db/schema.ts';
import { inTurns } from '../../http/bounded-page.ts';
import { seenApps } from '../../sight/apps.policy.ts';
import { ownWordsFor } from '../../sight/pauses.store.ts';
import { markOfBatch, markOfEntry, markOfPause } from './traffic.marks.present.ts';
import * as store from './traffic.marks.store.ts';

const most = limits.traffic.marks;

/** The apps whose traffic is explained: all apps, the apps of an owner, or one app. */
export type Explained =
  | 'all'
  | { ownerId: string }
  | { appID: string; ownerId: string | null; accountName: string };

/**
 * Reads the marks that may explain traffic within a time, as a person may see them: changes of apps and their countries, batches,
 * pauses that cover the apps and, for administrators, changes of an app's owner and of the settings by which callers are found.
 * All changes of a batch are one mark, and so is a pause. The newest marks are returned, the oldest of them first.
 */
export async function readMarks(
  db: Db,
  person: Person,
  explained: Explained,
  within: store.Within,
): Promise<Pick<Traffic, 'marks' | 'hasMoreMarks'>> {
  const limit = most + 1;
  const marked = await markedBy(db, person, explained, within);
  const [apps, batchEntries, pauses, more] = await Promise.all([
    store.entriesOfApps(db, marked, within, limit),
    store.batchesOfApps(db, marked, within, limit),
    store.pausesOf(db, marked, within, limit),
    entriesForAdministrators(db, person, marked, within),
  ]);
  const [batches, ownWords] = await Promise.all([
    store.batchesOf(
      db,
      batchEntries.map(({ batch }) => batch),
    ),
    ownWordsOf(db, person, pauses),
  ]);
  const entries = await inTurns([...apps, ...more], (entry) => markOfEntry(person, entry));
  const marks = [
    ...entries,
    ...batchEntries.map((entry) => markOfBatch(person, entry, batches.get(entry.batch))),
    ...pauses.map((pause) => markOfPause(person, pause, ownWords.get(pause.id))),
  ].sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || (b.seq ?? 0) - (a.seq ?? 0));
  return { marks: marks.slice(0, most).reverse(), hasMoreMarks: marks.length > most };
}

/** Returns what pauses may have covered. Only administrators see the earlier owners and accounts of an app. */
async function markedBy(
  db: Db,
  person: Person,
  explained: Explained,
  within: store.Within,
): Promise<store.Marked> {
  if (explained === 'all' || !('appID' in explained)) return explained;
  const { appID, ownerId, accountName } = explained;
  const was = can(person, 'see-all')
    ? await store.belongingsOf(db, appID, within, most)
    : { owners: [], accounts: [] };
  const distinct = (names: string[]) => [...new Set(names)].filter((name) => name !== '');
  return {
    appID,
    owners: distinct([...was.owners, ownerId ?? '']),
    accounts: distinct([...was.accounts, accountName]),
  };
}

/** Returns entries that owners do not see: of the owners of an app, and of the settings by which callers are found. */
async function entriesForAdministrators(
  db: Db,
  person: Person,
  marked: store.Marked,
  within: store.Within,
): Promise<ReadChange[]> {
  if (!can(person, 'see-all')) return [];
  const limit = most + 1;
  const owners = marked !== 'all' && 'owners' in marked ? marked.owners : [];
  const entries = await Promise.all([
    store.entriesOfSettings(db, within, limit),
    store.entriesOfOwners(db, owners, within, limit),
  ]);
  return entries.flat();
}

/** Returns an owner's names for what these pauses stop, by the ids of the pauses. */
async function ownWordsOf(
  db: Db,
  person: Person,
  pauses: store.ReadPause[],
): Promise<Map<string, string | undefined>> {
  const { ownerId } = seenApps(person);
  if (ownerId === undefined) return new Map();
  const words = pauses.map(
    async (pause) => [pause.id, await ownWordsFor(db, pause, ownerId)] as const,
  );
  return new Map(await Promise.all(words));
}
