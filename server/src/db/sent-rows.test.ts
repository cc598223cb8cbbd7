import type { Insertable } from 'kysely';
import { expect, it } from 'vitest';
import { eachDialect } from '../../test/databases/dialects.ts';
import type { PauseTable } from './schema.safety.ts';
import { insertRows } from './sent-rows.ts';

const texts = [
  '',
  "it's 100 %",
  '"quoted" back\\slash \\u0041 \\u0000',
  'line\nbreak\ttab',
  '[1, 2]',
  '{"a": null}',
  'null',
  '5',
  '1.50',
  'ünïcödé 🦄 ‏שלום‏',
  'x'.repeat(100_000),
];

const pause = (place: number, reason: string): Insertable<PauseTable> => ({
  id: `pause ${String(place).padStart(4, '0')}`,
  scope: 'all',
  value: '',
  key: '',
  reason,
  createdAt: Number.MAX_SAFE_INTEGER - place,
  createdByKind: 'admin',
  createdByName: '',
  createdById: null,
  continues: null,
  until: place % 2 ? place : null,
  endedAt: null,
  endedByKind: null,
  endedByName: null,
  endedById: null,
});

eachDialect('rows that are sent together', (database) => {
  const insert = (rows: Insertable<PauseTable>[]) =>
    database.db.transaction().execute((tx) => insertRows(tx, 'pause', rows));
  const stored = () => database.db.selectFrom('pause').selectAll().orderBy('id').execute();

  it('are stored as they are', async () => {
    const rows = texts.map((text, place) => pause(place, text));
    await insert(rows);
    expect(await stored()).toEqual(rows);
  });

  it.each([
    ['a NUL character', 'a\0b', /NUL/],
    ['a lone surrogate', 'a\ud800', /ill-formed/],
    ['undefined', undefined as never, /undefined/],
  ])('are refused with %s', async (_name, reason, message) => {
    await expect(insert([pause(1000, ''), pause(1001, reason)])).rejects.toThrow(message);
    expect(await stored()).toHaveLength(texts.length);
  });

  it('may be none, or more than one statement holds', async () => {
    await insert([]);
    await insert(Array.from({ length: 1201 }, (_, place) => pause(2000 + place, '')));
    expect(await stored()).toHaveLength(texts.length + 1201);
  });
});
