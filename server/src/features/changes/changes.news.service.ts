import { type ChangeEntity, changeEntities, type News } from '@adwarden/contract/changes/changes';
import { limits } from '@adwarden/contract/limits';
import type { Person } from '@adwarden/contract/people/people';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/schema.ts';
import { seenApps } from '../../sight/apps.policy.ts';
import { entitiesAfter, newestSeq, stateOfOwner } from './changes.news.store.ts';

type OwnState = Awaited<ReturnType<typeof stateOfOwner>>;

/** The number of owners whose state is in memory: more than work at the same time. */
const mostOwners = 1000;

/**
 * Builds the function that tells open pages whether they are up to date. While nothing changes, it costs one read of an index.
 *
 * An administrator's mark is the newest entry of the log. The numbers of the log would tell an owner how much others do, so an
 * owner's mark is made of their own apps and change requests only.
 */
export function createNews(db: Db): (person: Person, mark: string | undefined) => Promise<News> {
  const owners = new LRUCache<string, { seq: number; state: OwnState }>({ max: mostOwners });

  async function ofAll(seq: number, mark: string | undefined): Promise<News> {
    const since = mark === undefined ? seq : Number(mark);
    if (since === seq) return { mark: `${seq}`, changed: [] };
    // After the restore of a backup, the log may be shorter than before.
    const isKnown = Number.isSafeInteger(since) && since >= 0 && since < seq;
    const most = limits.changes.news;
    const found = isKnown ? await entitiesAfter(db, since, most + 1) : [];
    const isWhole = isKnown && found.length <= most;
    return { mark: `${seq}`, changed: isWhole ? [...new Set(found)] : [...changeEntities] };
  }

  async function ofOwner(ownerId: string, seq: number, mark: string | undefined): Promise<News> {
    const known = owners.get(ownerId);
    // The state is read after `seq`: a commit between the two reads is seen again with the next number.
    const state = known?.seq === seq ? known.state : await stateOfOwner(db, ownerId);
    owners.set(ownerId, { seq, state });
    const now = `${state.apps} ${state.requests}`;
    const [apps, requests] = (mark ?? now).split(' ');
    const changed: ChangeEntity[] = [];
    if (apps !== state.apps) changed.push('app');
    if (requests !== state.requests) changed.push('change-request');
    return { mark: now, changed };
  }

  return async (person, mark) => {
    const seq = await newestSeq(db);
    const { ownerId } = seenApps(person);
    return ownerId === undefined ? ofAll(seq, mark) : ofOwner(ownerId, seq, mark);
  };
}
