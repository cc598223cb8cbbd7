import { spawnSync } from 'node:child_process';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { built } from '../../../deploy/programs/built.ts';
import {
  createPostgresDatabase,
  hasPostgres,
  type PostgresDatabase,
} from '../../test/databases/postgres-database.ts';
import { migrations } from '../db/migrations/index.ts';

/* The commands with DATABASE_URL. */

describe.skipIf(!hasPostgres())('on PostgreSQL', () => {
  let database: PostgresDatabase;
  let sql: postgres.Sql;
  beforeAll(async () => {
    database = await createPostgresDatabase();
    sql = postgres(database.url, { max: 1 });
  });
  afterAll(async () => {
    await sql?.end();
    await database?.remove();
  });

  function run(command: string, ...given: string[]) {
    const file = built(`cli/${command}`);
    const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...given], {
      env: { ...process.env, DATABASE_URL: database.url, SECRET_KEY: 'f'.repeat(64) },
      encoding: 'utf8',
    });
    return { status, stdout: stdout.trim(), stderr: stderr.trim() };
  }
  const epoch = async () => (await sql`select value from meta where name = 'epoch'`)[0]?.value;

  it('npm run migrate creates the schema once', () => {
    const ran = Object.keys(migrations).map((name) => `Ran ${name}\n`);
    const { status, stdout } = run('migrate');
    expect(status).toBe(0);
    expect(stdout).toBe(`${ran.join('')}The database of DATABASE_URL has this version's schema.`);
    expect(run('migrate').stdout).toMatch(/schema already\.$/);
  });

  it('npm run migrate -- --new-epoch tells the nodes of a restored database', async () => {
    const before = await epoch();
    await sql`insert into session values ('hash', 'admin', 'ada', 1, 1)`;
    await sql`insert into admin (id, email, "emailKey", "fullName", "passwordHash", "createdAt")
      values ('k', 'kim@example.com', 'kim@example.com', 'Kim', 'x', 1)`;
    await sql`insert into factor
        (id, kind, "accountId", method, name, "secretSealed", "createdAt", "confirmedAt")
      values ('f', 'admin', 'k', 'totp', 'Phone', '', 1, 2)`;
    const { status, stdout } = run('migrate', '--new-epoch');
    expect(status).toBe(0);
    expect(stdout.split('\n')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^All sessions, begun sign-ins and invitations have ended\. API keys/,
        ),
        expect.stringMatching(/^kim@example\.com\tKim\tAdministrator\tOn\tsecond factor\t/),
        expect.stringMatching(
          /^kim@example\.com\tauthenticator app “Phone”\tsince .*\t0 recovery codes left$/,
        ),
      ]),
    );
    await sql`delete from admin`;
    await sql`delete from factor`;
    expect(await epoch()).toMatch(/^[0-9a-f]{32}$/);
    expect(await epoch()).not.toBe(before);
    expect(await sql`select 1 from session`).toHaveLength(0);
  });

  it('npm run admin and npm run reseal work on it', () => {
    expect(run('admin', 'add', 'ada@example.com', 'Ada').stdout).toMatch(/^ada@.* password: \S+$/);
    expect(run('admin', 'list').stdout).toBe(
      'ada@example.com\tAda\tAdministrator\tOn\tpassword only\tno sign-in in 30 days',
    );
    expect(run('reseal')).toMatchObject({ status: 0, stderr: '' });
  });

  it.each(['backup', 'restore'])('npm run %s says what to use instead', (command) => {
    const { status, stderr } = run(command, 'file');
    expect(status).toBe(1);
    expect(stderr).toMatch(/^No.* DATABASE_URL is set: .*pg_(dump|restore).*$/);
  });
});
