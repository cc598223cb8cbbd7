import { limits } from '@adwarden/contract/limits';
import { describe, expect, it } from 'vitest';
import { createPatientFeed, eachAdsFollowing } from '../../test/ads/ads-following.ts';
import { appIDFrom } from '../../test/samples/app-id.ts';
import type { Db } from '../db/schema.ts';
import { pruneLog } from '../pruning/pruning.log.ts';

eachAdsFollowing('the stream and the past', (following) => {
  const { feed, build, nameOf, write } = following;

  describe('another history', () => {
    /** Simulated restores: they change the database without the knowledge of the log. */
    const restores: Record<string, (db: Db) => Promise<unknown>> = {
      'another epoch': (db) =>
        db.updateTable('meta').set({ value: 'another' }).where('name', '=', 'epoch').execute(),
      'a log that is shorter': (db) => db.deleteFrom('change').execute(),
      'the same epoch, and as many changes again': (db) =>
        db.updateTable('change').set({ at: 1 }).execute(),
    };
    it.each(Object.keys(restores))('%s: everything is loaded anew', async (what) => {
      await build().start();
      const { db } = following;
      await db.deleteFrom('app').where('appID', '=', appIDFrom('a')).execute();
      await restores[what]?.(db);
      await feed.announce();
      await expect.poll(() => nameOf('a')).toBeUndefined();
      expect(nameOf('b')).toBe('first b');
    });
  });

  it('misses nothing when its cursor and much after it was pruned', async () => {
    const seldom = createPatientFeed();
    await build(undefined, seldom).start();
    for (const name of ['second a', 'third a']) await write('update', 'a', name);
    await write('delete', 'c', '');
    const { db } = following;
    await pruneLog(db, { ...limits.kept.log, before: Date.now() + 1000 });
    const left = await db.selectFrom('change').select('key').orderBy('seq').execute();
    expect(left.map(({ key }) => key)).toEqual(['b', 'a', 'c'].map(appIDFrom));
    await seldom.announce();
    expect([nameOf('a'), nameOf('b'), nameOf('c')]).toEqual(['third a', 'first b', undefined]);
  });

  it('starts from the present, however long the past is, and reads no entry of it', async () => {
    const { db } = following;
    const entry = { at: 0, actorKind: 'system', actorId: '', actorName: '', address: '' };
    const old = {
      ...entry,
      entity: 'app',
      key: appIDFrom('a'),
      action: 'update',
      row: JSON.stringify({ note: 'x'.repeat(200) }),
    };
    for (let chunk = 0; chunk < 100; chunk += 1) {
      await db.insertInto('change').values(Array(500).fill(old)).execute();
    }
    await write('update', 'a', 'the present');
    let reads = 0;
    const follower = build((real) => ({
      async changedAfter(position) {
        const changed = await real.changedAfter(position);
        reads += 1;
        expect(changed?.apps).toEqual([]);
        return changed;
      },
    }));
    const began = performance.now();
    await follower.start();
    expect(performance.now() - began).toBeLessThan(1000);
    expect(reads).toBe(1);
    expect(nameOf('a')).toBe('the present');
  });

  it('loads anew rather than follow when it is far behind', async () => {
    const seldom = createPatientFeed();
    let followed = 0;
    const follower = build(
      (real) => ({
        async changedAfter(position) {
          const changed = await real.changedAfter(position);
          if (changed) followed += changed.apps.length;
          return changed;
        },
      }),
      seldom,
    );
    await follower.start();
    const { db } = following;
    // It comes before the entry: the follower may look at the log by itself at any time.
    await db
      .updateTable('app')
      .set({ appName: 'far ahead' })
      .where('appID', '=', appIDFrom('b'))
      .execute();
    const last = await db.selectFrom('change').select(db.fn.max('seq').as('seq')).execute();
    await db
      .insertInto('change')
      .values({
        seq: (last[0]?.seq ?? 0) + 50_001,
        at: 0,
        actorKind: 'system',
        actorId: '',
        actorName: '',
        address: '',
        entity: 'app',
        key: appIDFrom('a'),
        action: 'update',
        row: '{}',
      })
      .execute();
    await seldom.announce();
    expect(nameOf('b'), 'read with all others').toBe('far ahead');
    expect(followed).toBe(0);
  });
});
