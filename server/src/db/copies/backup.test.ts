import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { built } from '../../../../deploy/programs/built.ts';
import type { Database } from '../database.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations/index.ts';
import { openDatabase } from '../open-database.ts';
import type { Db } from '../schema.ts';
import { lockDataDir } from '../sqlite/data-lock.ts';
import { backupDatabase } from './backup.ts';
import { restoreDatabase } from './restore.ts';

let folder: string;
let dataDir: string;
let file: string;
let open: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'adwarden-test-'));
  dataDir = join(folder, 'data');
  file = join(folder, 'copy.db');
  open = await openDatabase({ dataDir });
  await migrate(open.db);
});

afterEach(async () => {
  await open.close();
  rmSync(folder, { recursive: true, force: true });
});

const add = (categoryName: string) =>
  open.db.insertInto('category').values({ categoryName, position: 0 }).execute();
const names = async () =>
  (await open.db.selectFrom('category').selectAll().execute()).map((row) => row.categoryName);
const epoch = async () => (await open.db.selectFrom('meta').selectAll().executeTakeFirst())?.value;
const reopen = async () => {
  open = await openDatabase({ dataDir });
  await migrate(open.db);
};

/** Adds an administrator and an owner with a second factor each, and a set-up that nobody has confirmed. */
async function addAccounts(db: Db) {
  const ada = { id: 'a', email: 'ada@example.com', emailKey: 'ada@example.com', fullName: 'Ada' };
  await db
    .insertInto('admin')
    .values({ ...ada, passwordHash: 'x', createdAt: 1 })
    .execute();
  const kim = { id: 'k', userID: 'kim', userIDKey: 'kim', fullName: 'Kim', position: 'Agent' };
  const password = { passwordHash: 'x', passwordSealed: '' };
  await db
    .insertInto('app_user')
    .values({ ...kim, ...password, createdAt: 1, version: 0 })
    .execute();
  const factor = { method: 'totp' as const, secretSealed: '', createdAt: 1, lastUsedAt: null };
  const ofAda = { kind: 'admin' as const, accountId: 'a' };
  const ofKim = { kind: 'user' as const, accountId: 'k' };
  await db
    .insertInto('factor')
    .values([
      { ...factor, ...ofAda, id: 'f1', name: 'Phone', confirmedAt: 2 },
      { ...factor, ...ofKim, id: 'f2', name: 'Tablet', confirmedAt: 2 },
      { ...factor, ...ofKim, id: 'f3', name: 'waits for its first code', confirmedAt: null },
    ])
    .execute();
  await db
    .insertInto('recovery_code')
    .values([
      { ...ofAda, codeHash: 'c1', usedAt: null },
      { ...ofAda, codeHash: 'c2', usedAt: 3 },
    ])
    .execute();
}

/** Runs a command line in another process, as an operator does. */
async function command(name: 'backup' | 'restore', ...args: string[]) {
  const script = built(`cli/${name}`);
  const env = { ...process.env, DATA_DIR: dataDir, INIT_CWD: folder };
  return promisify(execFile)(process.execPath, [script, ...args], { env, cwd: folder }).then(
    ({ stdout }) => stdout,
    (error: { stderr: string }) => error.stderr,
  );
}

describe('a backup', () => {
  it('is one moment of a database that is being written', async () => {
    let stop = false;
    let pairs = 0;
    const writing = (async () => {
      while (!stop) {
        const [a, b] = [`${pairs} a`, `${pairs} b`].map((categoryName) => ({
          categoryName,
          position: 0,
        }));
        await open.db.transaction().execute(async (tx) => {
          for (const row of [a, b]) if (row) await tx.insertInto('category').values(row).execute();
        });
        pairs += 1;
      }
    })();
    const said = await command('backup', 'copy.db');
    stop = true;
    await writing;
    expect(said).toMatch(/complete and checked/);
    expect(said).toMatch(/DOES NOT CONTAIN THE SECRET KEY/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).sort()).toEqual(['copy.db', 'copy.db.sha256', 'data']);
    await open.close();
    await restoreDatabase({ dataDir, file });
    await reopen();
    const copied = await names();
    expect(copied.length % 2).toBe(0);
    expect(copied.length).toBeGreaterThan(0);
  });

  it('refuses to overwrite unless told, and never the database itself', async () => {
    writeFileSync(file, 'mine');
    await expect(backupDatabase({ dataDir, file })).rejects.toThrow(/exists; --force/);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(await backupDatabase({ dataDir, file, force: true })).toBeGreaterThan(10_000);
    for (const own of ['adwarden.db', 'adwarden.db-wal']) {
      const order = { dataDir, file: join(dataDir, own), force: true };
      await expect(backupDatabase(order)).rejects.toThrow(/is the database itself/);
    }
  });

  it('makes its folder, which only its owner can read', async () => {
    const deep = join(folder, 'backups', '2026', 'copy.db');
    expect(await command('backup', 'backups/2026/copy.db')).toMatch(/complete and checked/);
    expect(statSync(join(folder, 'backups')).mode & 0o777).toBe(0o700);
    await open.close();
    await restoreDatabase({ dataDir, file: deep });
    await reopen();
  });

  it('has a checksum that sha256sum understands', async () => {
    await backupDatabase({ dataDir, file });
    const { stdout } = await promisify(execFile)('sha256sum', ['-c', 'copy.db.sha256'], {
      cwd: folder,
    });
    expect(stdout).toBe('copy.db: OK\n');
  });

  it('says where there is nothing to copy or to write to', async () => {
    const nowhere = join(folder, 'nowhere');
    await expect(backupDatabase({ dataDir: nowhere, file })).rejects.toThrow(/no database in/);
    writeFileSync(join(folder, 'text'), '');
    expect(await command('backup', 'text/copy.db')).toMatch(/^No backup was made. .*text/);
    expect(await command('backup')).toMatch(/^No backup was made. Usage/);
  });
});

describe('a restore', () => {
  it('brings the copy back under a new epoch and keeps what it replaced', async () => {
    await add('old');
    await backupDatabase({ dataDir, file });
    await add('newer');
    const before = await epoch();
    await open.close();
    const said = await command('restore', 'copy.db');
    expect(said).not.toMatch(/could not be compared/);
    const kept = /kept as (.*)\.$/m.exec(said)?.[1] ?? '';
    await reopen();
    expect(await names()).toEqual(['old']);
    expect(await epoch()).toMatch(/^[0-9a-f]{32}$/);
    expect(await epoch()).not.toBe(before);
    expect(statSync(join(dataDir, 'adwarden.db')).mode & 0o777).toBe(0o600);
    await open.close();
    // The replaced database can be restored in turn.
    await restoreDatabase({ dataDir, file: kept });
    await reopen();
    expect((await names()).sort()).toEqual(['newer', 'old']);
  });

  it('says what it has ended, and prints administrators and second factors as they are now', async () => {
    await addAccounts(open.db);
    await backupDatabase({ dataDir, file });
    // Both happen after the backup, so the restore takes them back, and says so.
    await open.db.deleteFrom('factor').execute();
    await open.db.updateTable('admin').set({ role: 'viewer' }).execute();
    await open.close();
    const said = (await command('restore', 'copy.db')).split('\n');
    expect(said).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^All sessions, begun sign-ins and invitations have ended\. API keys/,
        ),
        'The administrators as they are now:',
        expect.stringMatching(/^ada@example\.com\tAda\tAdministrator\tOn\tsecond factor\t/),
        'The second factors as they are now:',
        expect.stringMatching(
          /^ada@example\.com\tauthenticator app “Phone”\tsince .* UTC\t1 recovery code left$/,
        ),
        expect.stringMatching(/^kim\tauthenticator app “Tablet”\t.*\t0 recovery codes left$/),
      ]),
    );
    expect(said.join('\n')).not.toContain('waits for its first code');
    await reopen();
  });

  it('does not read the accounts of a backup of an older version', async () => {
    const names = Object.keys(migrations).slice(0, -1);
    const older = Object.fromEntries(names.map((name) => [name, migrations[name]]));
    const old = join(folder, 'old');
    const before = await openDatabase({ dataDir: old });
    await migrate(before.db, older as typeof migrations);
    await backupDatabase({ dataDir: old, file });
    await before.close();
    await open.close();
    expect(await command('restore', 'copy.db')).toMatch(
      /The backup is of an older version: npm run admin -- list/,
    );
    await reopen();
  });

  it('refuses while a server uses the directory, and changes nothing', async () => {
    await backupDatabase({ dataDir, file });
    await add('later');
    const files = readdirSync(dataDir).sort();
    expect(await command('restore', 'copy.db')).toMatch(
      /^Nothing was restored.*is in use: stop the server/,
    );
    await expect(restoreDatabase({ dataDir, file })).rejects.toThrow(/is in use/);
    expect(readdirSync(dataDir).sort()).toEqual(files);
    expect(await names()).toEqual(['later']);
  });

  it('keeps servers and backups away while it works', async () => {
    await backupDatabase({ dataDir, file });
    await open.close();
    const lock = lockDataDir(join(dataDir, 'adwarden.db'), 'exclusive');
    await expect(openDatabase({ dataDir })).rejects.toThrow(/^A restore or a move is at work in/);
    await expect(backupDatabase({ dataDir, file, force: true })).rejects.toThrow(
      /restore or a move is at work/,
    );
    lock.release();
    await reopen();
  });

  it('refuses files that are no sound Adwarden database, and changes nothing', async () => {
    await backupDatabase({ dataDir, file });
    const target = join(dataDir, 'adwarden.db');
    await add('kept');
    await open.close();
    const bytes = readFileSync(file);
    const refusals: [string, Buffer, RegExp][] = [
      ['text.db', Buffer.from('not a database at all'.repeat(100)), /not a database of Adwarden/],
      ['empty.db', Buffer.alloc(0), /is empty: take another backup/],
      ['short.db', bytes.subarray(0, bytes.length / 2), /is cut: it has/],
      [
        'holes.db',
        Buffer.from(bytes).fill(7, 8192, bytes.length - 4096),
        /damaged|not a database|malformed/,
      ],
    ];
    for (const [name, content, message] of refusals) {
      writeFileSync(join(folder, name), content);
      await expect(restoreDatabase({ dataDir, file: join(folder, name) })).rejects.toThrow(message);
    }
    await expect(restoreDatabase({ dataDir, file: join(folder, 'none') })).rejects.toThrow(
      /no file/,
    );
    await expect(restoreDatabase({ dataDir, file: target })).rejects.toThrow(/the database itself/);
    await expect(restoreDatabase({ dataDir, file, migrations: {} })).rejects.toThrow(
      /newer version/,
    );
    await reopen();
    expect(await names()).toEqual(['kept']);
    expect(readdirSync(dataDir).filter((name) => /restor/.test(name))).toEqual([]);
  });

  it('refuses a file in which some bytes are wrong', async () => {
    await add('kept 64 bytes '.repeat(10));
    await backupDatabase({ dataDir, file });
    await open.close();
    const good = readFileSync(file);
    const place = good.indexOf('kept 64');
    writeFileSync(file, Buffer.from(good).fill('x', place, place + 64));
    expect(await command('restore', 'copy.db')).toMatch(
      /^Nothing was restored. .*copy.db is damaged, .* the checksum differs/,
    );
    writeFileSync(`${file}.sha256`, 'no checksum');
    expect(await command('restore', 'copy.db')).toMatch(/has no SHA-256 checksum/);
    writeFileSync(file, good);
    rmSync(`${file}.sha256`);
    expect(await command('restore', 'copy.db')).toMatch(/could not be compared/);
    await reopen();
  });

  it('works in a new directory, and over a database that is damaged', async () => {
    await add('safe');
    await backupDatabase({ dataDir, file });
    await open.close();
    const elsewhere = join(folder, 'elsewhere');
    expect(await restoreDatabase({ dataDir: elsewhere, file })).toMatchObject({ kept: null });
    writeFileSync(join(dataDir, 'adwarden.db'), 'damaged '.repeat(2000));
    writeFileSync(join(dataDir, 'adwarden.db-wal'), 'left over');
    const { kept } = await restoreDatabase({ dataDir, file });
    expect(kept).toMatch(/before-restore/);
    await reopen();
    expect(await names()).toEqual(['safe']);
  });

  it('folds the log of a killed server into the database it keeps', async () => {
    await backupDatabase({ dataDir, file });
    await add('in the log only');
    const killed = join(folder, 'killed');
    copyAsKilled(dataDir, killed);
    const { kept } = await restoreDatabase({ dataDir: killed, file });
    await open.close();
    await restoreDatabase({ dataDir, file: kept ?? '' });
    await reopen();
    expect(await names()).toEqual(['in the log only']);
  });
});

/** Copies the files as a killed process leaves them. */
function copyAsKilled(from: string, to: string): void {
  mkdirSync(to);
  for (const name of ['adwarden.db', 'adwarden.db-wal'])
    copyFileSync(join(from, name), join(to, name));
}
