import { openStates } from '@adwarden/contract/change-requests/change-requests';
import { nowMs } from '../db/now.ts';
import type { Db } from '../db/schema.ts';

/** Somebody who is signed in. */
export type Person = { kind: 'admin' | 'user'; id: string };

/** The pauses that somebody began and that have not ended. */
export async function countActivePauses(db: Db, { kind, id }: Person): Promise<number> {
  const { count } = await db
    .selectFrom('pause')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('createdByKind', '=', kind)
    .where('createdById', '=', id)
    .where('endedAt', 'is', null)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', nowMs)]))
    .executeTakeFirstOrThrow();
  return count;
}

/** The change requests of somebody that wait for a time, an approval or a decision. */
export async function countOpenRequests(db: Db, { id }: Person): Promise<number> {
  const { count } = await db
    .selectFrom('change_request')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('authorId', '=', id)
    .where('state', 'in', openStates)
    .executeTakeFirstOrThrow();
  return count;
}

/** The batches of somebody that run. */
export async function countRunningBatches(db: Db, { id }: Person): Promise<number> {
  const { count } = await db
    .selectFrom('batch')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('authorId', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow();
  return count;
}
