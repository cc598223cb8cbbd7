import { limits } from '@adwarden/contract/limits';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { eachDialect } from '../../test/databases/dialects.ts';
import { pruneNow as pruneAll } from '../../test/servers/prune.ts';
import { createChangeLog } from '../changes/change-log.ts';
import { createChangesFeed } from '../changes/changes.feed.ts';
import { mostToFollow } from '../changes/changes.store.ts';
import { onOneNode, unclaim } from '../db/claim.ts';
import { inWriteTurn } from '../db/commit-order.ts';
import { databaseNow } from '../db/now.ts';
import type { Db } from '../db/schema.ts';
import { withoutMerges } from '../db/search-merges.ts';
import { changesHolding } from '../db/text-search.ts';
import { isPostgres } from '../db/which.ts';
import { type Author, systemAuthor } from '../http/actor.ts';
import { deleteEntries, entriesAfter } from './pruning.log.store.ts';
import type { Kept } from './rule.ts';

const day = 86_400_000;

const keeping = (log: { rows?: number; bytes?: number } = {}): Kept => ({
  ...limits.kept,
  log: { ...limits.kept.log, ...log },
});
const pruneNow = async (db: Db, rows: number = limits.kept.log.rows) =>
  (await pruneAll(db, keeping({ rows }))).log;

eachDialect('pruning the log of changes', (database) => {
  const write = (at: number, key: string, times = 1, by: Author = systemAuthor, text = '') =>
    createChangeLog(
      database.db,
      createChangesFeed(),
      () => at,
    )(by, ({ log }) =>
      log(
        ...Array.from({ length: times }, () => ({
          entity: 'app' as const,
          key,
          action: 'update' as const,
          row: text ? { text } : {},
        })),
      ),
    );
  const keys = async () =>
    (await database.db.selectFrom('change').select('key').orderBy('seq').execute()).map(
      ({ key }) => key,
    );

  it('takes what is older than it keeps, but never the last entry of a thing', async () => {
    const now = await databaseNow(database.db);
    const old = now - (limits.kept.log.days + 1) * day;
    await write(old, 'changed since', 700);
    await write(old, 'as it was', 3);
    await write(now, 'changed since');
    expect(await pruneNow(database.db)).toBe(702);
    expect(await keys()).toEqual(['as it was', 'changed since']);
  });

  const person = (id: string): Author => ({ kind: 'user', id, fullName: id, address: '' });
  const countsOf = async () => {
    const rows = await database.db
      .selectFrom('change')
      .select(['actorId', ({ fn }) => fn.countAll<number>().as('count')])
      .groupBy('actorId')
      .execute();
    return Object.fromEntries(rows.map(({ actorId, count }) => [actorId, count]));
  };
  const clear = () => database.db.deleteFrom('change').execute();

  it('takes what is beyond the rows that it keeps from the people who wrote the most', async () => {
    await clear();
    const now = await databaseNow(database.db);
    await write(now, 'shared', 3, person('quiet'));
    await write(now, 'shared', 10, person('busy'));
    // There are more things than any round could look at, all with equally many entries.
    for (let from = 0; from < 1500; from += 300) {
      await createChangeLog(
        database.db,
        createChangesFeed(),
        () => now,
      )(person('noisy'), ({ log }) =>
        log(
          ...Array.from({ length: 1200 }, (_, n) => ({
            entity: 'app' as const,
            key: `thing ${from + (n % 300)}`,
            action: 'update' as const,
            row: {},
          })),
        ),
      );
    }
    expect(await pruneNow(database.db, 1600)).toBe(6013 - 1600);
    expect(await countsOf()).toEqual({ quiet: 3, busy: 10, noisy: 1587 });
    const things = new Set(await keys());
    expect(things.size, 'the last entry of each thing stays').toBe(1501);
  });

  it('takes equally much from people who wrote equally much, in entries that all tie', async () => {
    await clear();
    const now = await databaseNow(database.db);
    for (const id of ['a', 'b', 'c']) await write(now, 'same', 700, person(id));
    await write(now, 'last', 1, person('d'));
    expect(await pruneNow(database.db, 1000)).toBe(1101);
    const { a = 0, b = 0, c = 0, d } = await countsOf();
    expect([a + b + c, d]).toEqual([999, 1]);
    expect(Math.max(a, b, c) - Math.min(a, b, c)).toBeLessThan(3);
  });

  it('ends when only the last entry of each thing is left of who has the most, also when these are too many', async () => {
    const things = new Set(await keys()).size;
    await pruneNow(database.db, 1);
    expect(await keys()).toHaveLength(things);
    expect(await pruneNow(database.db, 1)).toBe(0);
  });

  it('keeps who got or lost a way in, however much that person writes', async () => {
    await clear();
    const now = await databaseNow(database.db);
    const noisy = person('noisy');
    const log = createChangeLog(database.db, createChangesFeed(), () => now);
    await log(noisy, (write) =>
      write.log(
        { entity: 'factor', key: 'f', action: 'factor.remove', row: {} },
        { entity: 'factor', key: 'f', action: 'factor.add', row: {} },
        { entity: 'user', key: 'u', action: 'invite.make', row: {} },
        { entity: 'user', key: 'u', action: 'update', row: {} },
        { entity: 'user', key: 'u', action: 'update', row: {} },
      ),
    );
    await write(now, 'much', 500, noisy);
    await pruneNow(database.db, 50);
    // The invitation and the last entry of the user.
    expect(await keys()).toEqual(['f', 'f', 'u', 'u', ...Array(46).fill('much')]);
    await clear();
    await createChangeLog(
      database.db,
      createChangesFeed(),
      () => now - 401 * day,
    )(noisy, (write) =>
      write.log(
        { entity: 'factor', key: 'f', action: 'factor.remove', row: {} },
        { entity: 'factor', key: 'f', action: 'factor.add', row: {} },
      ),
    );
    expect(await pruneNow(database.db), 'by age they go').toBe(1);
  });

  it('takes bytes beyond those that it keeps from the people who wrote the most', async () => {
    await clear();
    const now = await databaseNow(database.db);
    await write(now, 'shared', 3, person('quiet'));
    for (let n = 0; n < 10; n += 1) {
      await write(now, 'shared', 20, person('busy'), 'b'.repeat(1000));
      // An edit changes all texts of an app, in a language of three bytes per character.
      await write(now, 'shared', 5, person('noisy'), '字'.repeat(13_000));
    }
    await write(now, 'shared', 1, person('quiet'));
    const kept = keeping({ bytes: 1024 ** 2 });
    expect((await pruneAll(database.db, kept)).log).toBe(50 - 21);
    expect(await countsOf()).toEqual({ quiet: 4, busy: 200, noisy: 21 });
    expect((await pruneAll(database.db, kept)).log, 'again').toBe(0);
  });

  it('takes the last entries of deleted apps, once a follower would not read them', async () => {
    await clear();
    const now = await databaseNow(database.db);
    for (let n = 0; n < 30; n += 1) await write(now, `gone ${n}`, 1, person('noisy'));
    await write(now, 'other', 2, person('quiet'));
    expect(await pruneNow(database.db, 10), 'young').toBe(0);
    const { seq } = await database.db
      .selectFrom('change')
      .select(({ fn }) => fn.max('seq').as('seq'))
      .executeTakeFirstOrThrow();
    const last = { at: now, entity: 'app', key: 'later', action: 'update', row: '{}' };
    const by = { actorKind: 'system', actorId: '', actorName: '', address: '' };
    await database.db
      .insertInto('change')
      .values({ ...last, ...by, seq: seq + mostToFollow })
      .execute();
    expect(await pruneNow(database.db, 10)).toBe(23);
    expect(await countsOf()).toEqual({ '': 1, quiet: 2, noisy: 7 });
  });

  it('keeps young entries when the clock of the node is ahead', async ({ skip }) => {
    // The clock of the embedded database is that of its node.
    if (!isPostgres(database.db)) skip();
    await clear();
    await write(await databaseNow(database.db), 'young', 5);
    vi.setSystemTime(Date.now() + 500 * day);
    try {
      expect(await pruneNow(database.db)).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  type Entry = { seq: number; actorId: string; key: string; bytes: number };
  const entries = async (): Promise<Entry[]> => {
    const rows = await database.db.selectFrom('change').selectAll().orderBy('seq').execute();
    return rows.map((row) => ({ ...row, bytes: Buffer.byteLength(row.row) }));
  };
  /** Returns the entries that have a later entry of the same thing. */
  const prunable = (all: Entry[]) => {
    const last = new Map(all.map(({ key, seq }) => [key, seq]));
    return all.filter(({ key, seq }) => last.get(key) !== seq);
  };
  const by = (all: Entry[]) => Object.groupBy(all, ({ actorId }) => actorId);

  // Two nodes whose clocks differ by two days write noise and prune at the same time.
  const noise = fc.array(
    fc.record({
      who: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      thing: fc.integer({ min: 0, max: 6 }),
      times: fc.integer({ min: 1, max: 40 }),
      characters: fc.constantFrom(0, 10, 2_000),
      offDays: fc.constantFrom(-1, 1),
    }),
    { minLength: 2, maxLength: 12 },
  );
  const measures = {
    rows: { most: 200, amount: (all: Entry[] = []) => all.length },
    bytes: {
      most: 400_000,
      amount: (all: Entry[] = []) => all.reduce((sum, { bytes }) => sum + bytes, 0),
    },
  };
  const pruneOnOneNode = (kept: Kept) =>
    onOneNode(database.db, { work: 'prunedAt', gapMs: day }, () => pruneAll(database.db, kept));

  it.each(['rows', 'bytes'] as const)(
    'keeps the history of the quiet, whatever the others write, by %s',
    async (measure) => {
      const { most, amount } = measures[measure];
      const limit = fc.integer({ min: 1, max: most });
      const holds = fc.asyncProperty(noise, limit, async (made, keep) => {
        await clear();
        await unclaim(database.db, 'prunedAt');
        const now = await databaseNow(database.db);
        for (const { who, thing, times, characters, offDays } of made) {
          const at = now + offDays * day;
          await write(at, `thing ${thing}`, times, person(who), 'ü'.repeat(characters));
        }
        const before = await entries();
        const nodes = [1, 2].map(() => pruneOnOneNode(keeping({ [measure]: keep })));
        const pruned = await Promise.all(nodes);
        const after = await entries();
        const lost = before.length - after.length;
        expect(pruned.map((of) => of?.log ?? null).toSorted()).toEqual([lost, null]);

        const things = (all: Entry[]) => new Set(all.map(({ key }) => key)).size;
        expect(things(after)).toBe(things(before));
        const [was, is, left] = [by(before), by(after), by(prunable(after))];
        const share = Math.floor(keep / Object.keys(was).length);
        // Only the needed entries of a person above the share can be too many.
        const stuck = Object.keys(is).filter((who) => amount(is[who]) > share && !left[who]);
        if (amount(before) <= keep) expect(lost).toBe(0);
        else expect(amount(after) <= keep || stuck.length > 0).toBe(true);

        const losers = Object.keys(was).filter((who) => amount(was[who]) !== amount(is[who]));
        for (const who of losers) {
          expect(amount(was[who]), `${who} has more than a share`).toBeGreaterThan(share);
          // Only the oldest entries of a person go.
          const gone = (was[who] ?? []).filter(({ seq }) => !after.some((one) => one.seq === seq));
          const newest = Math.max(...gone.map(({ seq }) => seq));
          expect(Math.min(...(left[who] ?? []).map(({ seq }) => seq))).toBeGreaterThan(newest);
          // Nobody loses an entry while somebody else has more that could go. The last entry that went may have been large.
          const kept = amount(is[who]) + amount(gone.slice(-1));
          for (const other of Object.keys(left)) {
            expect(amount(is[other]), `${other} beside ${who}`).toBeLessThanOrEqual(kept);
          }
        }
      });
      await fc.assert(holds, { numRuns: 12 });
    },
  );

  describe('the search index', () => {
    const { days } = limits.kept.log;
    const sizeOf = async () => {
      const { rows } = await sql<{ bytes: number }>`
        select sum(length(block)) as bytes from change_search_data`.execute(database.db);
      return rows[0]?.bytes ?? 0;
    };
    const optionsOf = async () => {
      const { rows } = await sql<{ k: string; v: number }>`
        select k, v from change_search_config where k <> 'version'`.execute(database.db);
      return Object.fromEntries(rows.map(({ k, v }) => [k, v]));
    };
    const found = async (word: string) =>
      (await changesHolding(database.db, [word], { after: 0, upTo: 1e9 }).execute()).length;
    /** Writes old entries of many texts, and one of today. */
    const fill = async () => {
      await clear();
      const now = await databaseNow(database.db);
      for (let n = 0; n < 40; n += 1) {
        await write(
          now - (days + 1) * day,
          'searched',
          25,
          systemAuthor,
          `anemone ${n} `.repeat(50),
        );
      }
      await write(now, 'searched', 1, systemAuthor, 'urchin');
      if (!isPostgres(database.db)) {
        await sql`insert into change_search (change_search) values ('optimize')`.execute(
          database.db,
        );
      }
      return (await database.db.selectFrom('change').select('seq').orderBy('seq').execute()).map(
        ({ seq }) => seq,
      );
    };

    it('has nothing of pruned entries, and finds the others', async () => {
      await fill();
      const before = isPostgres(database.db) ? 0 : await sizeOf();
      expect(await found('anemone')).toBeGreaterThan(30);
      await pruneNow(database.db);
      // The entry of today contains the text that it replaced.
      expect(await found('anemone')).toBe(1);
      expect(await found('urchin')).toBe(1);
      if (!isPostgres(database.db)) expect(await sizeOf()).toBeLessThan(before / 10);
    });

    it('is not merged in the transactions that delete', async ({ skip }) => {
      if (isPostgres(database.db)) skip();
      const seqs = await fill();
      const before = await sizeOf();
      await inWriteTurn(database.db, (tx) => deleteEntries(tx, seqs.slice(0, -1)));
      expect(await sizeOf()).toBeGreaterThanOrEqual(before);
      // This is a save, with the options that pruning leaves.
      expect(await optionsOf()).toEqual({ automerge: 4, deletemerge: 50 });
      // The next pruning removes the leftovers of a killed server.
      await pruneNow(database.db);
      expect(await sizeOf()).toBeLessThan(before / 10);
    });

    it('keeps its options when a deletion is broken off', async ({ skip }) => {
      if (isPostgres(database.db)) skip();
      const [seq = 0] = await fill();
      const before = await optionsOf();
      const broken = inWriteTurn(database.db, async (tx) => {
        await withoutMerges(tx, async () => {
          await tx.deleteFrom('change').where('seq', '=', seq).execute();
          throw new Error('broken off');
        });
      });
      await expect(broken).rejects.toThrow('broken off');
      expect(await optionsOf()).toEqual(before);
    });
  });

  it('reads kept entries some at a time, however many there are', async () => {
    await clear();
    const now = await databaseNow(database.db);
    const old = now - (limits.kept.log.days + 1) * day;
    for (let n = 0; n < 30; n += 1) await write(old, `kept ${n}`);
    await write(old, 'changed since');
    await write(now, 'changed since');
    const page = await entriesAfter(
      database.db,
      { before: now - limits.kept.log.days * day },
      { after: { at: 0, seq: 0 }, most: 10 },
    );
    expect(page.map(({ isSpare }) => isSpare)).toEqual(Array(10).fill(false));
    expect(await pruneNow(database.db)).toBe(1);
  });
});
