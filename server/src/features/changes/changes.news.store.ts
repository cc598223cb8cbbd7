import type { ChangeEntity } from '@adwarden/contract/changes/changes';
import type { Db } from '../../db/schema.ts';

/** Returns the number of the newest entry of the log; 0 for an empty one. */
export async function newestSeq(db: Db): Promise<number> {
  const row = await db
    .selectFrom('change')
    .select('seq')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.seq ?? 0;
}

/** Returns the kinds of at most `most` entries after this one, one for each entry. */
export async function entitiesAfter(db: Db, seq: number, most: number): Promise<ChangeEntity[]> {
  const rows = await db
    .selectFrom('change')
    .select('entity')
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(most)
    .execute();
  return rows.map(({ entity }) => entity as ChangeEntity);
}

/** Returns how many apps an owner has and the last change of any, and the same of the change requests that the owner made. */
export async function stateOfOwner(
  db: Db,
  ownerId: string,
): Promise<{ apps: string; requests: string }> {
  const [apps, requests] = await Promise.all([
    db
      .selectFrom('app')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('version').as('last')])
      .where('ownerId', '=', ownerId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('change_request')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('changedAt').as('last')])
      .where('authorKind', '=', 'user')
      .where('authorId', '=', ownerId)
      .executeTakeFirstOrThrow(),
  ]);
  return {
    apps: `${apps.count}-${apps.last ?? 0}`,
    requests: `${requests.count}-${requests.last ?? 0}`,
  };
}
