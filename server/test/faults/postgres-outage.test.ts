import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Postgres, startPostgres } from '../../../deploy/programs/postgres.ts';
import { hasPostgres } from '../databases/postgres-database.ts';
import { type AppServer, openAppServer } from '../servers/app-server.ts';
import { adminEmail, adminPassword } from '../servers/calls.ts';

/* The answers of the calls while PostgreSQL is busy, read-only or gone; nothing is half-written. */

describe.skipIf(!hasPostgres())('PostgreSQL', () => {
  let server: Postgres;
  let api: AppServer;
  let appID: string;
  beforeAll(async () => {
    server = await startPostgres();
    api = await openAppServer({
      DATABASE_URL: server.url,
      DATABASE_POOL: '2',
      SECRET_KEY: 'e'.repeat(64),
    });
    appID = (await api.add()).appID;
  });
  afterAll(async () => {
    await api?.close();
    await server?.remove();
  });

  const rename = (appName: string) => api.update(appID, { appName });
  const named = async () => {
    const page = await api.call('getAllApp', { as: api.admin, query: { appID } });
    return page.body.data[0].appName;
  };

  /** Does the work while somebody else holds all apps. */
  async function whileAppsAreLocked<T>(work: () => Promise<T>): Promise<T> {
    const sql = postgres(server.url, { max: 1 });
    try {
      await sql.unsafe('begin');
      await sql.unsafe('lock table app in access exclusive mode');
      const answer = await work();
      await sql.unsafe('rollback');
      return answer;
    } finally {
      await sql.end({ timeout: 1 });
    }
  }

  /** The number of the product's connections that wait for somebody else. */
  async function waitingSessions(): Promise<number> {
    const sql = postgres(server.url, { max: 1 });
    try {
      const [row] = await sql.unsafe(`select count(*)::int as count from pg_stat_activity
        where application_name = 'adwarden' and wait_event_type = 'Lock'`);
      return row?.count;
    } finally {
      await sql.end();
    }
  }

  function expectUnavailable({ status, headers, body }: Awaited<ReturnType<typeof rename>>) {
    expect(status).toBe(503);
    expect(headers['retry-after']).toBe('5');
    expect(body).toMatchObject({ success: false, message: expect.stringMatching(/database/) });
  }

  it('that does not get to an answer gives a 503 after 5 s, and so does a wait for a connection', async () => {
    const before = await api.everything();
    const began = performance.now();
    await whileAppsAreLocked(async () => {
      const answers = await Promise.all([rename('One'), rename('Two'), rename('Three')]);
      for (const answer of answers) expectUnavailable(answer);
    });
    expect(performance.now() - began).toBeLessThan(14_000);
    expect(await api.everything()).toEqual(before);
    expect((await rename('After the wait')).status).toBe(200);
  });

  it('that is killed in the middle of a write leaves nothing of it, and is found again', async () => {
    const before = await api.everything();
    const answer = await whileAppsAreLocked(async () => {
      const writing = rename('Half');
      await new Promise((resolve) => setTimeout(resolve, 300));
      await server.kill();
      return writing;
    }).catch((error) => error);
    // The holder of the lock has lost its connection, too.
    expect(answer).toBeInstanceOf(Error);
    expectUnavailable(await rename('Nobody there'));
    await server.start();
    await expect.poll(() => named()).not.toBe('Half');
    expect(await api.everything()).toEqual(before);
    expect((await rename('Back again')).status).toBe(200);
  });

  it('that is read-only is called so', async () => {
    const sql = postgres(server.url, { max: 1, onnotice: () => {} });
    const [{ name }] = (await sql`select current_database() as name`) as unknown as [
      { name: string },
    ];
    const endAll = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'adwarden'`;
    try {
      await sql.unsafe(`alter database ${name} set default_transaction_read_only = on`);
      await endAll();
      await expect.poll(named).toMatch(/./);
      const body = { email: adminEmail, password: adminPassword };
      const signIn = await api.call('adminSignIn', { body });
      expectUnavailable(signIn);
      expect(signIn.body.message).toBe(
        'The database takes no writes at the moment, please try again',
      );
      const checks = await api.call('getSystemChecks', { as: api.admin });
      expect(checks.body.data).toContainEqual(
        expect.objectContaining({
          name: 'database',
          state: 'error',
          what: expect.stringMatching(
            /^PostgreSQL \S+.* takes no writes: it is a standby, or read-only$/,
          ),
        }),
      );
    } finally {
      await sql.unsafe(`alter database ${name} reset default_transaction_read_only`);
      await endAll();
      await sql.end();
    }
    await expect.poll(async () => (await rename('Writable again')).status).toBe(200);
  });

  it('that writes no more after a failover gives one 503, then is asked on new connections', async () => {
    // Both connections of the pool are open before the failover: one that is opened after it can write.
    await whileAppsAreLocked(async () => {
      const waiting = Promise.all([rename('First'), named()]);
      await expect.poll(waitingSessions).toBe(2);
      return { waiting };
    }).then(({ waiting }) => waiting);
    const sql = postgres(server.url, { max: 1 });
    try {
      // A client that is connected now is connected to the old primary.
      await sql.unsafe(`create table failover as select clock_timestamp() as at`);
      await sql.unsafe(`create function refuse() returns trigger language plpgsql as $$ begin
        if (select backend_start from pg_stat_activity where pid = pg_backend_pid())
          < (select at from failover) then
          raise 'cannot execute UPDATE in a read-only transaction' using errcode = '25006';
        end if;
        return new; end $$`);
      await sql.unsafe(`create trigger refuse before update on app
        for each row execute function refuse()`);
      const before = await api.everything();
      expectUnavailable(await rename('Read-only'));
      expect(await api.everything()).toEqual(before);
      expect((await rename('Writable')).status).toBe(200);
    } finally {
      await sql.end();
    }
  });
});
