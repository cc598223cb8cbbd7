import { limits } from '@adwarden/contract/limits';
import { expect, it } from 'vitest';
import { eachDialect } from '../../test/dialects.ts';
import { systemAuthor } from '../http/actor.ts';
import { createChangeLog } from './change-log.ts';
import { createChangesFeed } from './changes.feed.ts';
import { pruneNow } from './changes.pruning.ts';
import { pruneChanges } from './changes.store.ts';

const day = 86_400_000;

eachDialect('pruning the log of changes', (database) => {
  const write = (at: number, key: string, times = 1) =>
    createChangeLog(
      database.db,
      createChangesFeed(),
      () => at,
    )(systemAuthor, ({ log }) =>
      log(
        ...Array.from({ length: times }, () => ({
          entity: 'app' as const,
          key,
          action: 'update' as const,
          row: {},
        })),
      ),
    );
  const keys = async () =>
    (await database.db.selectFrom('change').select('key').orderBy('seq').execute()).map(
      ({ key }) => key,
    );

  it('takes what is older than it keeps, but never the last entry of a thing', async () => {
    const now = 1000 * day;
    const old = now - (limits.changes.keepDays + 1) * day;
    await write(old, 'changed since', 700);
    await write(old, 'as it was', 3);
    await write(now, 'changed since');
    expect(await pruneNow(database.db, () => now)).toBe(702);
    expect(await keys()).toEqual(['as it was', 'changed since']);
  });

  it('takes what is beyond the newest rows that it keeps', async () => {
    await write(2000 * day, 'many', 10);
    const pruned = await pruneChanges(database.db, { before: 0, keepRows: 4, limit: 500 });
    expect(pruned, 'all but four of the newest, and the last of each thing').toBe(6);
    expect(await keys()).toEqual(['as it was', 'changed since', 'many', 'many', 'many', 'many']);
  });
});
