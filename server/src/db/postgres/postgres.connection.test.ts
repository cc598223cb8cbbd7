import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { failure, onPostgres } from '../../../test/databases/on-postgres.ts';
import { isDatabaseGone, isUniqueViolation } from '../errors.ts';

/* Limits and refusals that only PostgreSQL has. A failing network is in postgres.network.test.ts. */

onPostgres('PostgreSQL', (postgres) => {
  const { open, add, count } = postgres;

  test('commits nothing after a statement that failed, also when somebody caught that', async () => {
    const error = await failure(
      postgres.db.transaction().execute(async (tx) => {
        await add('half', tx);
        await sql`select nothing`.execute(tx).catch(() => {});
      }),
    );
    expect(String(error)).toMatch(/ended this transaction/);
    expect(await count('half')).toBe(0);
    await add('whole');
  });

  test('quotes no value of a row in its errors', async () => {
    await add('taken-secret');
    const taken = await failure(add('taken-secret'));
    expect(isUniqueViolation(taken)).toBe(true);
    const wrong = await failure(sql`select cast(${'my-secret'} as bigint)`.execute(postgres.db));
    expect(wrong).toMatchObject({ code: '22P02' });
    for (const error of [taken, wrong]) {
      expect(JSON.stringify({ ...error, text: String(error), stack: error.stack })).not.toContain(
        'secret',
      );
    }
  });

  test('answers sums and counts as numbers, times as text', async () => {
    const { rows } = await sql`select count(*) as n, sum(x::bigint) as s, max(x::bigint) as m,
      timestamptz '2026-11-21 00:00Z' as t from generate_series(1, 3) x`.execute(postgres.db);
    expect(rows).toEqual([{ n: 3, s: 6, m: 3, t: expect.stringContaining('2026-11-2') }]);
  });

  test('stops a statement that takes too long, and says that it is busy', async () => {
    const slow = postgres.db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 50`.execute(tx);
      await sql`select pg_sleep(5)`.execute(tx);
    });
    const error = await failure(slow);
    expect(error).toMatchObject({ code: '57014' });
    expect(isDatabaseGone(error)).toBe(true);
  });

  test('has limits of its own on the server, behind a pooler too', async () => {
    const limits = sql<{ statement: string; lock: string }>`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`;
    expect((await limits.execute(postgres.db)).rows).toEqual([{ statement: '15s', lock: '5s' }]);
    const pooled = await open(postgres.url, { prepare: false });
    const inside = await pooled.db.transaction().execute((tx) => limits.execute(tx));
    expect(inside.rows).toEqual([{ statement: '15s', lock: '5s' }]);
    expect((await limits.execute(pooled.db)).rows, 'nothing is left in a session').toEqual([
      { statement: '0', lock: '0' },
    ]);
    const { rows } = await sql`select name from pg_prepared_statements`.execute(pooled.db);
    expect(rows).toEqual([]);
    await pooled.close();
  });

  test('gives writers that wait for each other half of the connections, so that reads go on', async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const writers = Array.from({ length: 8 }, () =>
      postgres.db.transaction().execute(async () => held),
    );
    const began = performance.now();
    expect(await count('whole')).toBe(1);
    expect(performance.now() - began).toBeLessThan(2000);
    letGo();
    await Promise.all(writers);
  });

  test('turns whoever waits too long for a connection away, and is sound afterwards', async () => {
    const one = await open(postgres.url, { pool: 1 });
    const error = await failure(one.db.transaction().execute(() => sql`select 1`.execute(one.db)));
    expect(error).toMatchObject({ code: 'DATABASE_BUSY' });
    expect(isDatabaseGone(error)).toBe(true);
    expect((await sql`select 1 as one`.execute(one.db)).rows).toEqual([{ one: 1 }]);
    await one.close();
  }, 15_000);

  describe('that cannot be used says so in one line', () => {
    const at = (change: (url: URL) => void) => {
      const url = new URL(postgres.url);
      change(url);
      return url.href;
    };
    test.each([
      ['another database', () => at((url) => (url.pathname = '/nowhere')), /3D000: .*"nowhere"/],
      ['another user', () => at((url) => (url.username = 'nobody')), /28000: role "nobody"/],
      ['another port', () => at((url) => (url.port = '1')), /ECONNREFUSED/],
      [
        'another host',
        () => at((url) => (url.hostname = 'no-such-host.invalid')),
        /ENOTFOUND|EAI_AGAIN/,
      ],
    ])('%s', async (_, url, why) => {
      const withPassword = new URL(url());
      withPassword.password = 'my-secret';
      const error = await failure(open(withPassword.href));
      expect(error.message).toMatch(/^DATABASE_URL cannot be used: .*$/);
      expect(error.message).toMatch(why);
      expect(`${error.stack} ${error.cause?.stack}`).not.toContain('my-secret');
    });
  });
});
