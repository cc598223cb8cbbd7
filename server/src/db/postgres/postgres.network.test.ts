import { connect, createServer, type Server, type Socket } from 'node:net';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { failure, onPostgres } from '../../../test/databases/on-postgres.ts';
import { isDatabaseGone } from '../errors.ts';

/** A network between node and database that can be cut. */
async function openNetwork(url: string) {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let taken = 0;
  const between: Server = createServer((near) => {
    taken += 1;
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.port = String((between.address() as { port: number }).port);
  return {
    url: through.href,
    taken: () => taken,
    cut() {
      for (const socket of sockets) socket.resetAndDestroy();
      sockets.clear();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => between.close(resolve));
    },
  };
}

onPostgres('PostgreSQL over a network that fails', (postgres) => {
  const { open, add, count } = postgres;
  beforeAll(() => add('some category'));

  test('reads again on a new connection, and writes nothing twice', async () => {
    const network = await openNetwork(postgres.url);
    const far = await open(network.url, { pool: 2 });
    expect((await sql`select 1 as one`.execute(far.db)).rows).toEqual([{ one: 1 }]);
    network.cut();
    const read = far.db.selectFrom('category').select('position').limit(1).execute();
    expect(await read).toHaveLength(1);
    network.cut();
    const list = sql`with one as (select 1 as n) select n from one`.execute(far.db);
    expect((await list).rows).toEqual([{ n: 1 }]);
    network.cut();
    const both = sql`with made as
      (insert into category values ('by a list', 0) returning position) select * from made`;
    const refused = await failure(both.execute(far.db));
    expect(isDatabaseGone(refused), 'it looks like a list, and writes').toBe(true);
    expect(await count('by a list')).toBe(0);
    const error = await failure(
      far.db.transaction().execute(async (tx) => {
        await add('cut', tx);
        network.cut();
        await add('cut too', tx);
      }),
    );
    expect(isDatabaseGone(error), String(error)).toBe(true);
    expect([await count('cut'), await count('cut too')]).toEqual([0, 0]);
    await add('healed', far.db);
    expect(await count('healed')).toBe(1);
    await far.close();
    await network.close();
  });

  test('is refused at once while nobody listens', async () => {
    const network = await openNetwork(postgres.url);
    const far = await open(network.url);
    await network.close();
    for (let round = 0; round < 20; round += 1) {
      const began = performance.now();
      const error = await failure(sql`select 1`.execute(far.db));
      expect(isDatabaseGone(error), String(error)).toBe(true);
      expect(performance.now() - began).toBeLessThan(1000);
    }
    await far.close();
  });

  test('goes from a host that is gone, or only reads, to the one that writes', async () => {
    const network = await openNetwork(postgres.url);
    await network.close();
    const { host: gone } = new URL(network.url);
    const { host } = new URL(postgres.url);
    const many = await open(postgres.url.replace(host, `${gone},${host}`));
    await add('by the second host', many.db);
    await many.close();
    expect(await count('by the second host')).toBe(1);
  });

  test('makes its connections anew when the server takes no writes any more', async () => {
    const network = await openNetwork(postgres.url);
    const far = await open(network.url, { pool: 2 });
    const before = network.taken();
    const error = await failure(
      far.db
        .transaction()
        .setAccessMode('read only')
        .execute((tx) => add('never', tx)),
    );
    expect(error).toMatchObject({ code: '25006' });
    expect(isDatabaseGone(error)).toBe(true);
    await add('on the new primary', far.db);
    expect(network.taken()).toBeGreaterThan(before);
    await far.close();
    await network.close();
  });
});
