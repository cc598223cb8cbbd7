import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { built } from '../../../../deploy/programs/built.ts';
import { runCommand } from '../../../test/servers/run-command.ts';
import type { Database } from '../database.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open-database.ts';
import { lockDataDir } from '../sqlite/data-lock.ts';
import { backupDatabase } from './backup.ts';
import { compactDatabase } from './compact.ts';

/* Empty pages: `npm run compact`, backups without them, and files that give them back by themselves (ADR 114). */

const program = built('cli/compact');
const rows = 1500;
const kills = 8;
let folder: string;
let dataDir: string;
let file: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'adwarden-test-'));
  dataDir = join(folder, 'data');
  file = join(dataDir, 'adwarden.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function withDatabase<T>(work: (open: Database) => Promise<T>): Promise<T> {
  const open = await openDatabase({ dataDir });
  try {
    await migrate(open.db);
    return await work(open);
  } finally {
    await open.close();
  }
}

const pragma = (path: string, name: string): unknown => {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return Object.values(db.prepare(`pragma ${name}`).get() ?? {})[0];
  } finally {
    db.close();
  }
};
const names = () =>
  withDatabase(async ({ db }) =>
    (await db.selectFrom('category').select('categoryName').orderBy('position').execute()).map(
      ({ categoryName }) => categoryName,
    ),
  );

/** Makes a database as an earlier version did: it does not give room back. `emptyShare` of it is empty. */
async function makeOld(emptyShare: number): Promise<string[]> {
  await withDatabase(async ({ db }) => {
    for (let from = 0; from < rows; from += 500) {
      const some = Array.from({ length: 500 }, (_, index) => ({
        categoryName: `${from + index} ${'x'.repeat(2000)}`,
        position: from + index,
      }));
      await db.insertInto('category').values(some).execute();
    }
  });
  const db = new DatabaseSync(file);
  db.exec('pragma journal_mode = delete; pragma auto_vacuum = none; vacuum');
  db.exec(`delete from category where position < ${emptyShare * rows}`);
  db.close();
  expect(pragma(file, 'auto_vacuum')).toBe(0);
  return names();
}

it('a new database gives room back by itself', async () => {
  await withDatabase(async () => {});
  expect(pragma(file, 'auto_vacuum')).toBe(2);
});

it('compact writes a database anew, with everything that it has, its owner and mode', async () => {
  const kept = await makeOld(0.7);
  chmodSync(file, 0o640);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(file, 12_345, 12_346);
  const { size } = statSync(file);
  const { status, stdout, stderr } = await runCommand(program, [], { env: { DATA_DIR: dataDir } });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^The database in .*data had \d+\.\d MB, and has \d+\.\d MB now\.\n/);
  const now = statSync(file);
  expect(now.size).toBeLessThan(size / 2);
  expect(now.mode & 0o777).toBe(0o640);
  if (isRoot) expect([now.uid, now.gid]).toEqual([12_345, 12_346]);
  expect(pragma(file, 'auto_vacuum')).toBe(2);
  expect(pragma(file, 'freelist_count')).toBe(0);
  expect(readdirSync(dataDir).filter((name) => name.includes('compacting'))).toEqual([]);
  expect(await names()).toEqual(kept);
});

it('compact takes what a killed server has left in the log', async () => {
  const kept = await makeOld(0.5);
  const killed = join(folder, 'killed');
  await withDatabase(async ({ db }) => {
    await db.insertInto('category').values({ categoryName: 'late', position: rows }).execute();
    mkdirSync(killed);
    for (const name of ['adwarden.db', 'adwarden.db-wal']) {
      copyFileSync(join(dataDir, name), join(killed, name));
    }
  });
  await compactDatabase(killed);
  dataDir = killed;
  expect(await names()).toEqual([...kept, 'late']);
});

it('compact keeps a link to the file', async () => {
  const kept = await makeOld(0.5);
  const elsewhere = join(folder, 'elsewhere.db');
  renameSync(file, elsewhere);
  symlinkSync(elsewhere, file);
  await compactDatabase(dataDir);
  expect(pragma(elsewhere, 'auto_vacuum')).toBe(2);
  expect(await names()).toEqual(kept);
});

it('compact refuses in words, and changes nothing', async () => {
  const env = { DATA_DIR: dataDir };
  expect((await runCommand(program, [], { env })).stderr).toMatch(
    /^Nothing was changed. There is no database in/,
  );
  const kept = await makeOld(0.5);
  const before = readFileSync(file);
  const refused = async (words: RegExp, given: string[] = [], more = {}) => {
    const { status, stderr } = await runCommand(program, given, { env: { ...env, ...more } });
    expect(status).toBe(1);
    expect(stderr).toMatch(words);
  };
  await refused(/Usage: npm run compact/, ['now']);
  await refused(/DATABASE_URL is set: PostgreSQL uses the room/, [], {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    SECRET_KEY: 'b'.repeat(64),
  });
  const server = lockDataDir(file, 'shared');
  await refused(/^Nothing was changed. .*is in use: stop the server/);
  server.release();
  await expect(compactDatabase(dataDir, async () => 1_000_000)).rejects.toThrow(
    /has no room: 1 MB are free, and the new file needs \d\d MB: make room/,
  );
  // The header counts the changes of the file, and folding the log was one; so the header is not compared.
  expect(readFileSync(file).subarray(100).equals(before.subarray(100))).toBe(true);
  writeFileSync(file, Buffer.from(before).fill(7, 8192, before.length - 4096));
  await expect(compactDatabase(dataDir)).rejects.toThrow(/is damaged: .*restore a backup/);
  expect(readdirSync(dataDir).filter((name) => name.includes('compacting'))).toEqual([]);
  writeFileSync(file, before);
  expect(await names()).toEqual(kept);
});

it('a compact that is killed at any moment leaves a whole database', async () => {
  const kept = await makeOld(0.3);
  const original = join(folder, 'original.db');
  copyFileSync(file, original);
  const env = { ...process.env, DATA_DIR: dataDir };
  const began = performance.now();
  await runCommand(program, [], { env: { DATA_DIR: dataDir } });
  const whole = performance.now() - began;
  let wasKilled = 0;
  for (let place = 1; place <= kills; place += 1) {
    copyFileSync(original, file);
    const child = spawn(process.execPath, [program], { env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    await pause((whole * place) / kills);
    child.kill('SIGKILL');
    const [, signal] = await ended;
    if (signal) wasKilled += 1;
    expect(pragma(file, 'integrity_check')).toBe('ok');
    expect(await names()).toEqual(kept);
  }
  expect(wasKilled).toBeGreaterThan(2);
  // The next compact removes what a killed one left.
  writeFileSync(`${file}.compacting`, 'half');
  await compactDatabase(dataDir);
  expect(existsSync(`${file}.compacting`)).toBe(false);
});

it.each([
  ['leaves empty pages out when a tenth is empty', 0.3, 2],
  ['is a plain copy of a file with few', 0.03, 0],
])('a backup %s', async (_what, share, mode) => {
  await makeOld(share);
  const copy = join(folder, 'copy.db');
  await withDatabase(async ({ db }) => {
    await backupDatabase({ dataDir, file: copy });
    await db.deleteFrom('category').where('position', '<', 0).execute();
  });
  expect(pragma(copy, 'auto_vacuum')).toBe(mode);
  expect(pragma(copy, 'journal_mode')).toBe('delete');
  const pages = Number(pragma(file, 'page_count'));
  if (mode === 2) expect(Number(pragma(copy, 'page_count'))).toBeLessThan(0.9 * pages);
  else expect(Number(pragma(copy, 'page_count'))).toBe(pages);
  execFileSync('sha256sum', ['-c', 'copy.db.sha256'], { cwd: folder });
});
