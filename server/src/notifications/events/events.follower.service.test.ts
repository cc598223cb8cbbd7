import type { EventType } from '@adwarden/contract/notifications/events';
import { beforeEach, expect, it } from 'vitest';
import { eachDialect } from '../../../test/databases/dialects.ts';
import { appendChanges } from '../../changes/changes.store.ts';
import { takeWriteTurn } from '../../db/commit-order.ts';
import type { Tx } from '../../db/schema.ts';
import { systemAuthor } from '../../http/actor.ts';
import { createFollower } from './events.follower.service.ts';
import { positionOf } from './events.store.ts';
import type { StoredEvent } from './events.table.ts';

eachDialect('a follower', (database) => {
  let name = '';
  beforeEach(() => {
    name = `follower ${Math.random()}`;
  });

  const change = (entity: 'app' | 'user', ...keys: string[]) =>
    database.db.transaction().execute(async (tx) => {
      await takeWriteTurn(tx);
      const entries = keys.map((key) => ({ entity, key, action: 'update' as const, row: {} }));
      await appendChanges(tx, { by: systemAuthor, at: 1, batch: null }, entries);
    });
  /** Builds a follower that notes the events that it has dealt with, also in the database, where a failure rolls them back. */
  function follow(types: EventType[] = ['change.app'], fails: () => boolean = () => false) {
    const taken: string[] = [];
    const take = async (tx: Tx, events: StoredEvent[]) => {
      const keys = events.flatMap((event) => ('entry' in event ? event.entry.key : []));
      for (const key of keys) {
        const value = `${name} ${key}`;
        await tx.insertInto('meta').values({ name: value, value }).execute();
      }
      if (fails()) throw new Error('it fails');
      taken.push(...keys);
    };
    return { taken, work: createFollower({ db: database.db, name, types, take }) };
  }
  const untilQuiet = async (work: () => Promise<boolean>) => {
    while (await work());
  };

  it('begins with what happens from then on, and deals with each event once', async () => {
    await change('app', 'earlier');
    const { taken, work } = follow();
    await untilQuiet(work);
    expect(taken).toEqual([]);
    await change('app', 'one', 'two');
    await untilQuiet(work);
    await untilQuiet(work);
    expect(taken).toEqual(['one', 'two']);
  });

  it('goes on where another process stopped, and two share the work', async () => {
    const first = follow();
    await untilQuiet(first.work);
    await change('app', 'one');
    const second = follow();
    const keys = Array.from({ length: 250 }, (_, index) => `key ${index}`);
    await change('app', ...keys);
    await Promise.all([untilQuiet(first.work), untilQuiet(second.work)]);
    const all = [...first.taken, ...second.taken];
    expect(all.toSorted()).toEqual(['one', ...keys].toSorted());
  });

  it('tries events again with which it failed', async () => {
    let isBad = true;
    const { taken, work } = follow(['change.app'], () => isBad);
    await untilQuiet(work);
    await change('app', 'one');
    await expect(work()).rejects.toThrow('it fails');
    isBad = false;
    await untilQuiet(work);
    expect(taken).toEqual(['one']);
  });

  it('writes nothing while only other things happen', async () => {
    const { taken, work } = follow();
    await untilQuiet(work);
    const before = await positionOf(database.db, name);
    await change('user', 'somebody');
    await untilQuiet(work);
    expect(await positionOf(database.db, name)).toEqual(before);
    await change('app', 'one');
    await untilQuiet(work);
    expect(taken).toEqual(['one']);
  });
});
