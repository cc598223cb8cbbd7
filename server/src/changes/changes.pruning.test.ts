import { limits } from '@adwarden/contract/limits';
import { expect, it } from 'vitest';
import { eachDialect } from '../../test/dialects.ts';
import { systemAuthor } from '../http/actor.ts';
import { createChangeLog } from './change-log.ts';
import { createChangesFeed } from './changes.feed.ts';
import { pruneNow } from './changes.pruning.ts';

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

  it('takes what is beyond the rows that it keeps from the things that have the most', async () => {
    const now = 2000 * day;
    await write(now, 'quiet', 3);
    await write(now, 'noisy', 10);
    await write(now, 'noisier', 1500);
    expect(await pruneNow(database.db, () => now, 17)).toBe(1498);
    const counts = Object.groupBy(await keys(), (key) => key);
    const [noisy, noisier] = [counts.noisy?.length ?? 0, counts.noisier?.length ?? 0];
    expect(counts.quiet, 'others keep all of theirs').toHaveLength(3);
    expect(noisy + noisier).toBe(12);
    expect(Math.abs(noisy - noisier), 'those that wrote much keep equally much').toBeLessThan(2);
    expect((await keys()).at(-1), 'the newest').toBe('noisier');
  });

  it('keeps the last entry of every thing also when these are too many', async () => {
    const now = 2000 * day;
    const things = new Set(await keys()).size;
    await pruneNow(database.db, () => now, 2);
    expect(await keys()).toHaveLength(things);
    expect(await pruneNow(database.db, () => now, 2)).toBe(0);
  });
});
