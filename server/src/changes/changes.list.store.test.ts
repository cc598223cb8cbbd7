import { limits } from '@adwarden/contract/limits';
import { beforeAll, expect, it } from 'vitest';
import { eachDialect } from '../../test/databases/dialects.ts';
import { insertRows } from '../db/sent-rows.ts';
import type { ChangeFilter } from './changes.filter.store.ts';
import { pageOfChanges } from './changes.list.store.ts';

const { found: most } = limits.changes;

eachDialect('the search of the log', (database) => {
  beforeAll(async () => {
    const by = { actorKind: 'admin', actorId: 'm', actorName: 'Morgan Quay', address: '' };
    const entries = Array.from({ length: most + 5 }, (_, index) => ({
      at: index,
      ...by,
      entity: 'app',
      key: `app${index}`,
      // The oldest one is the only one of its kind.
      action: index === 0 ? 'delete' : 'update',
      row: JSON.stringify({
        appName: `Common ${index} 50 % 'off'`,
        note: index % 1000 === 7 ? 'rare' : '',
      }),
      batch: index % 2 === 0 ? 'some batch' : null,
    }));
    await insertRows(database.db, 'change', entries);
  });
  const found = async (filter: ChangeFilter, page = 0) => {
    const { rows, ...totals } = await pageOfChanges(database.db, filter, { page, pageSize: 10 });
    return { ...totals, keys: rows.map(({ key }) => key) };
  };
  const keys = (first: number, step = 1, count = 10) =>
    Array.from({ length: count }, (_, index) => `app${first - index * step}`);

  it('counts and lists the newest entries with a common word, and says that there are more', async () => {
    const newest = { total: most, hasMore: true };
    expect(await found({ search: 'COMMON' })).toEqual({ ...newest, keys: keys(most + 4) });
    const last = most / 10 - 1;
    expect(await found({ search: 'ommo' }, last)).toEqual({ ...newest, keys: keys(14) });
    expect(await found({ search: 'ommo' }, last + 1)).toEqual({ ...newest, keys: [] });
  });

  it('counts and lists the newest entries with one or two characters, the beginning of a name', async () => {
    const newest = { total: most, hasMore: true };
    expect(await found({ search: 'mO' })).toEqual({ ...newest, keys: keys(most + 4) });
    expect(await found({ search: 'mO' }, most / 10 - 1)).toEqual({ ...newest, keys: keys(14) });
    const one = { total: 1, hasMore: false, keys: ['app0'] };
    expect(await found({ search: 'm', action: 'delete' })).toEqual(one);
    expect(await found({ search: 'q' })).toMatchObject({ total: 0, hasMore: false });
  });

  it('finds the one entry that a filter lets through, however many have the word', async () => {
    const one = { total: 1, hasMore: false, keys: ['app0'] };
    expect(await found({ search: 'common', action: 'delete' })).toEqual(one);
    expect(await found({ search: 'common', key: 'app0', entity: 'app' })).toEqual(one);
    expect(await found({ search: 'common', from: 3, to: 2 })).toMatchObject({ total: 0 });
  });

  it('finds the entries that a filter lets through, when many have the word and many pass', async () => {
    const half = { total: most / 2 + 3, hasMore: false };
    const inBatch = { search: 'common', batch: 'some batch' };
    expect(await found(inBatch)).toEqual({ ...half, keys: keys(most + 4, 2) });
    expect(await found(inBatch, most / 20)).toEqual({ ...half, keys: keys(4, 2, 3) });
    const newest = { total: most, hasMore: true, keys: keys(most + 4) };
    expect(await found({ search: 'common', entity: 'app' })).toEqual(newest);
  });

  it('finds a common word with % and quotes in the few entries that a filter lets through', async () => {
    const one = { total: 1, hasMore: false, keys: ['app0'] };
    expect(await found({ search: "50 % 'off'", action: 'delete' })).toEqual(one);
    expect(await found({ search: '50 _ ', action: 'delete' })).toMatchObject({ total: 0 });
  });

  it('counts all entries with a rarer word, of batches too', async () => {
    const all = { total: most / 1000, hasMore: false, keys: keys(most - 993, 1000) };
    expect(await found({ search: 'rare' })).toEqual(all);
    expect(await found({ search: 'rare', actor: 'quay' })).toEqual(all);
    expect(await found({ search: 'rare', batch: 'some batch' })).toMatchObject({ total: 0 });
  });

  it('finds several words only where they follow each other', async () => {
    const one = { total: 1, hasMore: false, keys: ['app7777'] };
    expect(await found({ search: 'common 7777' })).toEqual(one);
    expect(await found({ search: 'COMMON 7777 50', action: 'update' })).toEqual(one);
    const none = { total: 0, hasMore: false, keys: [] };
    // One entry has both words, and then all have.
    expect(await found({ search: "'off' 7777" })).toEqual(none);
    expect(await found({ search: 'common  50 %' })).toEqual(none);
    expect(await found({ search: "50 % 'off'" })).toMatchObject({ total: most, hasMore: true });
  });

  it('counts everything without a word', async () => {
    expect(await found({ entity: 'app' })).toMatchObject({ total: most + 5, hasMore: false });
    expect(await found({})).toMatchObject({ total: Math.floor((most + 5) / 2) });
  });
});
