import { eventTypes } from '@adwarden/contract/notifications/events';
import { beforeEach, expect, it } from 'vitest';
import { eachDialect } from '../../../test/databases/dialects.ts';
import { appendChanges, type ChangeEntry } from '../../changes/changes.store.ts';
import { insertsOfEvents } from '../../changes/unlogged-events.store.ts';
import { systemAuthor } from '../../http/actor.ts';
import { lastPosition, type Reading, readEvents } from './events.store.ts';
import type { Position, StoredEvent } from './events.table.ts';

const start: Position = { seq: 0, unlogged: 0 };
/** Returns a text that names an event and its subject. */
const nameOf = (event: StoredEvent): string =>
  `${event.type} ${'entry' in event ? event.entry.key : event.about.key}`;

eachDialect('events', (database) => {
  beforeEach(async () => {
    await database.db.deleteFrom('change').execute();
    await database.db.deleteFrom('unlogged_event').execute();
  });

  const log = (...entries: Pick<ChangeEntry, 'entity' | 'key' | 'action'>[]) =>
    database.db.transaction().execute((tx) =>
      appendChanges(
        tx,
        { by: systemAuthor, at: 7, batch: null },
        entries.map((entry) => ({ ...entry, row: {} })),
      ),
    );
  const change = (key: string) => log({ entity: 'app', key, action: 'update' });
  const find = (...keys: string[]) =>
    database.db.transaction().execute(async (tx) => {
      const facts = { rule: 'no-ad-unit', field: '', detail: 'Nothing to show.' } as const;
      const events = keys.map((key) => ({ type: 'finding.opened' as const, key, facts }));
      for (const insert of insertsOfEvents(tx, events)) await insert.execute(tx);
    });
  /** Reads all events after a position, `most` at a time; returns their names, and the position at the end. */
  async function all(over: Partial<Reading> = {}) {
    const names: string[] = [];
    let after = start;
    for (let round = 0; round < 50; round += 1) {
      const read = await readEvents(database.db, { types: eventTypes, most: 2, ...over, after });
      names.push(...read.events.map(nameOf));
      after = read.position;
      if (read.isWhole) return { names, after };
    }
    throw new Error('reading does not end');
  }

  it('come in the order in which they happened, however many are read at once', async () => {
    await find('before any entry');
    await change('one');
    await find('after one', 'also after one');
    await change('two');
    await change('three');
    await change('four');
    await find('after four');
    const names = [
      'finding.opened before any entry',
      'change.app one',
      'finding.opened after one',
      'finding.opened also after one',
      ...['two', 'three', 'four'].map((key) => `change.app ${key}`),
      'finding.opened after four',
    ];
    for (const most of [1, 2, 3, 100]) expect((await all({ most })).names).toEqual(names);
    expect((await all()).after).toEqual(await lastPosition(database.db));
  });

  it('each says from where to go on', async () => {
    await change('one');
    await find('after one');
    await change('two');
    const { events } = await readEvents(database.db, { types: eventTypes, after: start, most: 9 });
    const rest = async (event: StoredEvent | undefined) => {
      const after = event?.position ?? start;
      const read = await readEvents(database.db, { types: eventTypes, after, most: 9 });
      return read.events.map(nameOf);
    };
    expect(await rest(events[0])).toEqual(['finding.opened after one', 'change.app two']);
    expect(await rest(events[1])).toEqual(['change.app two']);
    expect(await rest(events[2])).toEqual([]);
  });

  it('other types are passed over', async () => {
    await log(
      { entity: 'pause', key: 'p', action: 'create' },
      { entity: 'app', key: 'a', action: 'update' },
      { entity: 'pause', key: 'p', action: 'end' },
    );
    await find('found');
    const of = async (...types: Reading['types'][number][]) => (await all({ types })).names;
    expect(await of('pause.ended')).toEqual(['pause.ended p']);
    expect(await of('pause.began', 'pause.ended')).toEqual(['pause.began p', 'pause.ended p']);
    expect(await of('change.app')).toEqual(['change.app a']);
    expect(await of('finding.opened')).toEqual(['finding.opened found']);
    expect(await of('batch.done', 'change.user')).toEqual([]);
    const { after } = await all({ types: ['change.user'] });
    expect(after, 'and need not be read again').toEqual(await lastPosition(database.db));
  });

  it('go on when the last entry of the log is pruned', async () => {
    const [seq = 0] = await change('pruned');
    await find('one', 'two', 'three');
    await database.db.deleteFrom('change').where('seq', '=', seq).execute();
    expect((await all()).names).toEqual(['one', 'two', 'three'].map((n) => `finding.opened ${n}`));
  });

  it('has who changed what, and when', async () => {
    await change('one');
    await find('found');
    const read = await readEvents(database.db, { types: eventTypes, after: start, most: 9 });
    expect(read.events).toMatchObject([
      {
        type: 'change.app',
        at: 7,
        entry: { entity: 'app', key: 'one', action: 'update', batch: null },
      },
      { about: { key: 'found', facts: { rule: 'no-ad-unit', detail: 'Nothing to show.' } } },
    ]);
    expect(Math.abs((read.events[1]?.at ?? 0) - Date.now()), 'the time').toBeLessThan(60_000);
  });
});
