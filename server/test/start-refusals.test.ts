import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { built } from '../../deploy/programs/built.ts';
import { migrate } from '../src/db/migrate.ts';
import { openDatabase } from '../src/db/open-database.ts';
import { buildTestServer } from './build-test-server.ts';
import { createPostgresDatabase, hasPostgres, type PostgresDatabase } from './postgres-database.ts';
import { urlOfPostgres } from './resources.ts';
import { bare, killServers, startServer } from './server-process.ts';

/* Starts that fail, mostly with PostgreSQL: the message is one line that names the setting and contains no password. */

const main = built('main');
const secret = 'sesame-9';
const secretKey = 'd'.repeat(64);
const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-start-'));
afterAll(() => {
  killServers();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the server and returns its message when it refuses to start. */
function start(environment: Record<string, string>, cwd = dataDir): Promise<string> {
  const env = {
    ...bare,
    PORT: '0',
    DATA_DIR: dataDir,
    SECRET_KEY: secretKey,
    LOG_LEVEL: 'silent',
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [main],
      { env: { ...env, ...environment }, cwd, timeout: 60_000 },
      (_, stdout, stderr) => {
        const lines = `${stdout}${stderr}`.trim().split('\n');
        resolve(lines.length === 1 ? String(lines[0]) : `${lines.length} lines: ${lines[0]}`);
      },
    );
  });
}

describe('a start without an administrator is refused', () => {
  it('a common ADMIN_PASSWORD', async () => {
    const place = { DATA_DIR: join(dataDir, 'common') };
    const line = await start({ ...place, ADMIN_PASSWORD: 'Password1' });
    expect(line).toMatch(/^adwarden cannot start: ADMIN_PASSWORD is among the most common ones/);
    const own = { ADMIN_NAME: 'Ada Harbour', ADMIN_PASSWORD: 'ada-harbour' };
    expect(await start({ ...place, ...own })).toMatch(/: ADMIN_PASSWORD must not be the name/);
  });
});

describe('a start with invisible characters is refused', () => {
  it.each([
    ['ADMIN_EMAIL', 'ad\u200bmin@example.com'],
    ['ADMIN_EMAIL', '\u200fadmin@example.com'],
    ['ADMIN_NAME', 'Ada\u202e Harbour'],
  ])('in %s', async (name, value) => {
    const line = await start({ DATA_DIR: join(dataDir, 'unseen'), [name]: value });
    expect(line).toBe(`adwarden cannot start: ${name} must not contain invisible characters`);
  });
});

describe('a start with a mail server that cannot be one is refused', () => {
  const fromWords = 'MAIL_FROM must be an e-mail address, or a name and an address';
  it.each<[string, Record<string, string>]>([
    ['SMTP_URL must be smtp:// or smtps://', { SMTP_URL: `ada:${secret}@mail.example.com` }],
    ['SMTP_URL must be smtp:// or smtps://', { SMTP_URL: `https://${secret}@mail.example.com` }],
    ['SMTP_URL must be smtp:// or smtps://', { SMTP_URL: `smtp://ada:${secret}@` }],
    ['SMTP_URL must be smtp:// or smtps://', { SMTP_URL: `smtp://ada:%zz${secret}@mail` }],
    ['SMTP_URL must be smtp:// or smtps://', { SMTP_URL: `smtp://ada:${secret}@mail/?tls=no` }],
    [fromWords, { MAIL_FROM: 'Tide <office>' }],
    [fromWords, { MAIL_FROM: 'a@b.example, c@d.example' }],
    ['MAIL_HOUR must be a whole number from 0 to 23', { MAIL_HOUR: '24' }],
  ])('%s: %j', async (words, environment) => {
    const line = await start({ DATA_DIR: join(dataDir, 'mail'), ...environment });
    expect(line).toContain(`adwarden cannot start: ${words}`);
    expect(line).not.toContain(secret);
  });
});

describe('a start without a database', () => {
  it.each([
    ['another scheme', `mysql://ada:${secret}@db/x`, /^DATABASE_URL must begin with postgres:/],
    ['no URL', `postgres://ada:${secret}@[db/x`, /^DATABASE_URL cannot be used: /],
  ])('is refused: %s', async (_, url, reason) => {
    const line = await start({ DATABASE_URL: url });
    expect(line).toMatch(/^adwarden cannot start: /);
    expect(line.replace('adwarden cannot start: ', '')).toMatch(reason);
    expect(line).not.toContain(secret);
  });

  it('is refused without SECRET_KEY', async () => {
    const line = await start({ DATABASE_URL: 'postgres://db/x', SECRET_KEY: '' });
    expect(line).toMatch(
      /^adwarden cannot start: SECRET_KEY must be set .*openssl rand -base64 32/,
    );
  });
});

describe('a start whose settings do not fit its role', () => {
  const key = Buffer.alloc(32, 1).toString('base64');
  const edge = { ROLE: 'ads', OFFICE_URL: 'https://office.example.com', EDGE_KEY: key };
  it.each<[string, Record<string, string>]>([
    ['ROLE must be all, ads or office', { ROLE: 'edge' }],
    ['OFFICE_URL must be set with ROLE=ads', { ROLE: 'ads', EDGE_KEY: key }],
    ['EDGE_KEY must be set with ROLE=ads', { ...edge, EDGE_KEY: '' }],
    ['EDGE_KEY must be 32 bytes', { ...edge, EDGE_KEY: secret }],
    ['EDGE_KEYS must be 32 bytes', { EDGE_KEYS: `${key},${secret}` }],
    ['EDGE_NAME must be 1 to 64 letters', { ...edge, EDGE_NAME: '<b>Oslo' }],
    ['EDGE_KEYS belongs to an office', { ...edge, EDGE_KEYS: key }],
    ['DATABASE_URL belongs to an office', { ...edge, DATABASE_URL: 'postgres://db/x' }],
    ['BACKUP_DIR belongs to an office', { ...edge, BACKUP_DIR: '/backups' }],
    [
      'BACKUP_DIR is for the embedded database',
      { DATABASE_URL: 'postgres://db/x', SECRET_KEY: key, BACKUP_DIR: '/backups' },
    ],
    ['BACKUP_KEEP must be a whole number', { BACKUP_KEEP: '0' }],
    ['TRAFFIC_DAYS must be a whole number from 35 to 400', { TRAFFIC_DAYS: '34' }],
    ['OFFICE_URL belongs to an edge', { OFFICE_URL: edge.OFFICE_URL }],
    ['EDGE_KEY belongs to an edge', { ROLE: 'office', EDGE_KEYS: key, EDGE_KEY: key }],
    ['EDGE_NAME belongs to an edge', { EDGE_NAME: 'oslo' }],
    ['EDGE_KEYS must be set with ROLE=office', { ROLE: 'office' }],
    ['OFFICE_URL must be https', { ...edge, OFFICE_URL: 'http://office.example.com' }],
    ['EDGE_NETWORKS must be addresses or CIDRs', { ...edge, EDGE_NETWORKS: 'inside' }],
    ['EDGE_NETWORKS must not be every address', { ...edge, EDGE_NETWORKS: '::/0' }],
    ['OFFICE_URL must be https', { ...edge, OFFICE_URL: `https://ada:${secret}@office` }],
    ['OFFICE_URL must be https', { ...edge, OFFICE_URL: `${edge.OFFICE_URL},https://b/?x` }],
  ])('is refused: %s', async (message, environment) => {
    const line = await start({ DATA_DIR: join(dataDir, 'role'), ...environment });
    expect(line.startsWith(`adwarden cannot start: ${message}`), line).toBe(true);
    expect(line).not.toContain(secret);
  });
});

describe('a start whose .env cannot be read', () => {
  // File modes do not stop root.
  it.each([
    ['a folder', (path: string) => mkdirSync(path), 'EISDIR'],
    ['a link to nowhere', (path: string) => symlinkSync('not-there', path), 'ENOENT'],
  ])('is refused, and touches no embedded database: %s', async (_, make, reason) => {
    const folder = mkdtempSync(join(dataDir, 'env-'));
    make(join(folder, '.env'));
    const line = await start({ DATA_DIR: join(folder, 'data') }, folder);
    expect(line).toMatch(new RegExp(`^adwarden cannot start: \\.env cannot be read: ${reason}`));
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });
});

describe('a start whose .env is not what was meant', () => {
  /** Starts with this text in `.env`, and returns the message. */
  function startWith(text: string): Promise<string> {
    const folder = mkdtempSync(join(dataDir, 'meant-'));
    writeFileSync(join(folder, '.env'), text);
    return start({ DATA_DIR: join(folder, 'data') }, folder);
  }

  it.each([
    [
      'a name that is nearly one',
      'ADS_MAXAGE=5',
      'ADS_MAXAGE is no setting; is ADS_MAX_AGE meant?',
    ],
    ['a name in lower case', 'PORT=0\nport=80', 'port is no setting; is PORT meant?'],
    ['two letters', 'DATABSE_UR=x', 'DATABSE_UR is no setting; is DATABASE_URL meant?'],
    ['a line without =', '# ours\nLOG_LEVEL info\nPORT=0', 'line 2 is not NAME=VALUE'],
    ['such a last line', `PORT=0\n${secret}`, 'line 2 is not NAME=VALUE'],
    ['a colon', 'PORT: 80', 'line 1 is not NAME=VALUE'],
    [
      'a quote without an end',
      'COMPANY_NAME="Tide\nPORT=0',
      'the quote after COMPANY_NAME does not end',
    ],
    [
      'a # within a value',
      `PORT=0\nADMIN_PASSWORD=${secret}#${secret}`,
      'line 2: the value of ADMIN_PASSWORD would end before its #. Put it in quotes',
    ],
    [
      'a # that begins a value, before a comment',
      'COMPANY_NAME=#1 # ours',
      'line 1: the value of COMPANY_NAME would end before its #. Put it in quotes',
    ],
    [
      'a quote within quotes',
      `MULTI='a\nb'\nADMIN_PASSWORD="${secret}\\"${secret}"`,
      'line 3: the value of ADMIN_PASSWORD goes on after its quote. Put it in another kind of quotes',
    ],
    [
      'a byte order mark before a wrong name',
      '\uFEFFport=80',
      'port is no setting; is PORT meant?',
    ],
  ])('is refused: %s', async (_, text, reason) => {
    const line = await startWith(text);
    expect(line).toBe(`adwarden cannot start: .env: ${reason}`);
    expect(line).not.toContain(secret);
  });

  it.each([
    ['names of other programs', 'HOSTNAME=a\nHOME_DIR=b\nNODE_OPTIONS=\nTZ=UTC\nexport WORKERS=x'],
    ['values of several lines, and comments', 'TEXT="a\nb"\n\n  # PROT=1\nWORKERS=x # two'],
    ['a byte order mark', '\uFEFFWORKERS=x\r\n'],
    ['a # in quotes, and comments behind', 'A="b#c" #d"\nE=\t# f#g\nH=`#\n#`#i\nWORKERS=\'x\'#two'],
  ])('is not refused for %s', async (_, text) => {
    expect(await startWith(text)).toBe(
      'adwarden cannot start: WORKERS must be a whole number from 1 to 64',
    );
  });
});

describe('a start whose folder or port is not what was meant', () => {
  it.each([
    ['DATA_DIR', 'file/x'],
    ['MMDB_FILE', 'nowhere.mmdb'],
  ])('takes ~ in %s for the home of its user, and refuses ~somebody', async (name, path) => {
    const home = mkdtempSync(join(dataDir, 'home-'));
    writeFileSync(join(home, 'file'), '');
    const place = { DATA_DIR: join(home, 'data'), HOME: home };
    const line = await start({ ...place, ADMIN_PASSWORD: 'harbour-lights-9', [name]: `~/${path}` });
    expect(line).toContain(join(home, path));
    expect(await start({ [name]: '~ada/x' })).toMatch(
      new RegExp(`^adwarden cannot start: ${name} must not begin with the home of somebody else`),
    );
  });

  it('names the port and the host', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const at = { DATA_DIR: join(dataDir, 'port'), PORT: String(port) };
    for (const WORKERS of ['1', '2']) {
      await expect(startServer({ ...at, WORKERS })).rejects.toThrow(
        `adwarden cannot start: PORT ${port} is in use by another program (HOST 127.0.0.1)`,
      );
    }
    await expect(startServer({ ...at, HOST: '192.0.2.1' })).rejects.toThrow(
      'adwarden cannot start: HOST 192.0.2.1 is not an address of this machine',
    );
    // Otherwise the first administrator would be made, and the next start would not show the password.
    expect(existsSync(join(dataDir, 'port', 'adwarden.db'))).toBe(false);
    other.close();
  });

  it('warns of a name in the environment that is nearly a setting', async () => {
    const place = { DATA_DIR: join(dataDir, 'warned'), LOG_LEVEL: 'warn' };
    const server = await startServer({ ...place, ADS_MAXAGE: '5' });
    expect(server.output()).toContain('ADS_MAXAGE is no setting; is ADS_MAX_AGE meant?');
    await server.stop();
  });
});

describe.skipIf(!hasPostgres())('a start on PostgreSQL', () => {
  let database: PostgresDatabase;
  let sql: postgres.Sql;
  beforeAll(async () => {
    database = await createPostgresDatabase();
    sql = postgres(database.url, { max: 1, onnotice: () => {} });
  });
  afterAll(async () => {
    await sql?.end();
    await database?.remove();
  });

  it('is refused when the database is missing', async () => {
    const url = new URL(await urlOfPostgres());
    Object.assign(url, { pathname: '/not_there', password: secret });
    const line = await start({ DATABASE_URL: url.href });
    expect(line).toMatch(
      /^adwarden cannot start: DATABASE_URL cannot be used: 3D000: database "not_there" does not/,
    );
    expect(line).not.toContain(secret);
  });

  it('is refused for a wrong password', async () => {
    await sql`create role locked login password 'another-one'`;
    const [hba] = await sql`show hba_file`;
    // All other users keep their access.
    await sql.unsafe(`copy (values ('host all locked all scram-sha-256'), ('host all all all trust'))
      to '${hba?.hba_file}'`);
    await sql`select pg_reload_conf()`;
    const url = Object.assign(new URL(database.url), { username: 'locked', password: secret });
    const line = await start({ DATABASE_URL: url.href });
    expect(line).toMatch(
      /^adwarden cannot start: DATABASE_URL cannot be used: 28P01: password auth/,
    );
    expect(line).not.toContain(secret);
  });

  it('is refused when nobody could sign in', async () => {
    const line = await start({ DATABASE_URL: database.url });
    expect(line).toMatch(/^adwarden cannot start: ADMIN_PASSWORD must be set/);
  });

  it('by two nodes at once makes one schema and one administrator', async () => {
    const shared = await createPostgresDatabase();
    const place = { DATABASE_URL: shared.url, SECRET_KEY: secretKey };
    const nodes = await Promise.all([buildTestServer(place), buildTestServer(place)]);
    try {
      const [one, other] = nodes;
      const admin = await one.signInAdmin();
      expect((await other.call('getCategory', { as: admin })).status).toBe(200);
      const { db } = one;
      const admins = await db.selectFrom('admin').select('email').execute();
      expect(admins).toHaveLength(1);
      const entries = await db.selectFrom('change').select('key').execute();
      expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
    } finally {
      await Promise.all(nodes.map((node) => node.close()));
      await shared.remove();
    }
  });

  it('is refused by a database of a newer version', async () => {
    const open = await openDatabase({
      dataDir,
      postgres: { url: database.url, pool: 2, prepare: true },
    });
    await migrate(open.db);
    await open.close();
    await sql`insert into kysely_migration values ('9999-later', '2026')`;
    const line = await start({ DATABASE_URL: database.url });
    expect(line).toMatch(/^adwarden cannot start: The database is of a newer version.*9999-later/);
  });
});
