import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SqliteConnections } from './sqlite.connections.ts';
import { watchSqlite } from './sqlite.watch.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-watch-'));
const file = join(dataDir, 'adwarden.db');
// This connection stands for another process: to SQLite both look the same.
const other = new DatabaseSync(file);
const connections = new SqliteConnections(file);
connections.allow();
let isReadable = true;
const watched = {
  get reader() {
    if (!isReadable) throw new Error('The file cannot be read');
    return connections.reader;
  },
};
let calls = 0;
let end = () => {};

beforeAll(async () => {
  other.exec('pragma journal_mode = wal; create table t (n integer)');
  end = watchSqlite(watched, () => {
    calls += 1;
  });
  await pause(300);
});
afterAll(() => {
  end();
  connections.close();
  other.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it('is quiet while nobody writes, and hears of a commit soon', async () => {
  const before = calls;
  await pause(300);
  expect(calls).toBe(before);
  other.exec('insert into t values (1)');
  await expect.poll(() => calls, { interval: 5 }).toBe(before + 1);
});

it('says once that the file cannot be read, and again when it can', async () => {
  const before = calls;
  isReadable = false;
  await expect.poll(() => calls, { interval: 5 }).toBe(before + 1);
  other.exec('insert into t values (2)');
  await pause(200);
  expect(calls).toBe(before + 1);
  isReadable = true;
  await expect.poll(() => calls).toBe(before + 2);
  await pause(200);
  expect(calls).toBe(before + 2);
});

it('is silent once it has ended', async () => {
  end();
  const before = calls;
  other.exec('insert into t values (3)');
  await pause(200);
  expect(calls).toBe(before);
});
