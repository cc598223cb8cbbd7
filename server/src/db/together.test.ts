import { expect, it } from 'vitest';
import { eachDialect } from '../../test/databases/dialects.ts';
import { inSavepoint } from './savepoint.ts';
import type { Tx } from './schema.ts';
import { together } from './together.ts';

eachDialect('statements that are sent together', (database) => {
  const put = (tx: Tx, name: string) =>
    tx.insertInto('meta').values({ name, value: 'together' }).compile();
  const named = (tx: Tx) =>
    tx.selectFrom('meta').select('name').where('value', '=', 'together').orderBy('name').compile();
  const stored = () =>
    database.db.transaction().execute((tx) => together(tx, (send) => send(named(tx))));

  it('are carried out in the order in which they are sent', async () => {
    const found = await database.db
      .transaction()
      .execute((tx) =>
        together(tx, (send) =>
          Promise.all([
            send(named(tx)),
            send(put(tx, 'first')),
            send(named(tx)),
            send(put(tx, 'second')),
            send(named(tx)),
          ]),
        ),
      );
    const names = found.map((rows) => rows.map((row) => ('name' in row ? row.name : '')));
    expect(names).toEqual([[], [], ['first'], [], ['first', 'second']]);
  });

  it('leave nothing behind when one of them fails, and the transaction goes on', async () => {
    await database.db.transaction().execute(async (tx) => {
      const failing = inSavepoint(tx, () =>
        together(tx, (send) =>
          Promise.all([send(put(tx, 'third')), send(put(tx, 'first')), send(put(tx, 'fourth'))]),
        ),
      );
      await expect(failing).rejects.toThrow();
      await together(tx, (send) => send(put(tx, 'fifth')));
    });
    expect((await stored()).map(({ name }) => name)).toEqual(['fifth', 'first', 'second']);
  });
});
