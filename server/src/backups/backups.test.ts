import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBackups } from './backups.ts';

/* The automatic backups of a server: their times, what is kept, and the words when a backup fails. */

const id = '1a2b3c4d00000000';
const hourMs = 3_600_000;
const firstLookMs = 10_000;
const stepMs = 5 * 60_000;
let folder: string;
let now: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adwarden-backups-'));
  now = Date.UTC(2026, 10, 26, 12);
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function put(name: string): void {
  writeFileSync(join(folder, name), 'a copy');
  writeFileSync(join(folder, `${name}.sha256`), 'its checksum');
}

function build(make = vi.fn(async (file: string) => put(file.slice(folder.length + 1)))) {
  const deps = { folder, everyHours: 24, keep: 2, dataDir: folder, clock: () => now };
  const backups = createBackups({ ...deps, logger: pino({ level: 'silent' }), make });
  /** Lets the time pass, with a look every five minutes. */
  async function pass(ms: number): Promise<void> {
    const end = now + ms;
    while (now < end) {
      now = Math.min(end, now + stepMs);
      await backups.look(id);
    }
  }
  return { ...backups, make, pass };
}

const names = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.db'))
    .sort();
it('makes one soon after the start, then one each day, and keeps the newest', async () => {
  const { make, pass, state } = build();
  expect(state()).toMatchObject({ lastAt: null, isOverdue: false });
  await pass(firstLookMs);
  expect(names()).toEqual(['adwarden-1a2b3c4d-20261126T120010Z.db']);
  expect(state()).toMatchObject({ lastAt: Date.UTC(2026, 10, 26, 12, 0, 10), bytes: 6 });
  await pass(23 * hourMs);
  expect(make).toHaveBeenCalledTimes(1);
  await pass(50 * hourMs);
  expect(make).toHaveBeenCalledTimes(4);
  expect(names()).toHaveLength(2);
  expect(readdirSync(folder)).toHaveLength(4);
});

it('waits when the last one is young enough, also after a restart', async () => {
  put('adwarden-1a2b3c4d-20261126T110000Z.db');
  const { make, pass, state } = build();
  await pass(22 * hourMs);
  expect(make).not.toHaveBeenCalled();
  expect(state().lastAt).toBe(Date.UTC(2026, 10, 26, 11));
  await pass(2 * hourMs);
  expect(make).toHaveBeenCalledTimes(1);
});

it('counts neither what was never completed nor the backups of others, and deletes only its own', async () => {
  writeFileSync(join(folder, 'adwarden-1a2b3c4d-20261126T115900Z.db'), 'without a checksum');
  put('adwarden-99999999-20261126T115900Z.db');
  put('adwarden-1a2b3c4d-yesterday.db');
  for (const day of ['20', '21', '22']) put(`adwarden-1a2b3c4d-202611${day}T120000Z.db`);
  writeFileSync(join(folder, 'adwarden-1a2b3c4d-20261125T120000Z.db.part-77'), 'half of a copy');
  const { pass } = build();
  await pass(firstLookMs);
  expect(names()).toEqual([
    'adwarden-1a2b3c4d-20261122T120000Z.db',
    'adwarden-1a2b3c4d-20261126T115900Z.db',
    'adwarden-1a2b3c4d-20261126T120010Z.db',
    'adwarden-1a2b3c4d-yesterday.db',
    'adwarden-99999999-20261126T115900Z.db',
  ]);
  expect(existsSync(join(folder, 'adwarden-1a2b3c4d-20261125T120000Z.db.part-77'))).toBe(false);
});

it('neither waits for a backup of the future nor deletes it', async () => {
  put('adwarden-1a2b3c4d-20300101T000000Z.db');
  const { make, pass } = build();
  await pass(73 * hourMs);
  expect(make).toHaveBeenCalledTimes(4);
  expect(names()).toHaveLength(3);
  expect(names()).toContain('adwarden-1a2b3c4d-20300101T000000Z.db');
});

it('says why it fails, tries again after a quarter of an hour, and is overdue after two days', async () => {
  const make = vi.fn(async (file: string) => {
    if (now < Date.UTC(2026, 10, 28, 14)) throw new Error('the disk is full');
    put(file.slice(folder.length + 1));
  });
  const { pass, state } = build(make);
  await pass(firstLookMs);
  expect(state()).toMatchObject({ lastAt: null, trouble: 'the disk is full', isOverdue: false });
  await pass(14 * 60_000);
  expect(make).toHaveBeenCalledTimes(1);
  await pass(3 * 60_000);
  expect(make).toHaveBeenCalledTimes(2);
  await pass(49 * hourMs);
  expect(state()).toMatchObject({ trouble: 'the disk is full', isOverdue: true });
  await pass(2 * hourMs);
  expect(state()).toMatchObject({ trouble: '', isOverdue: false });
});

it('ends with the server, and makes nothing afterwards', async () => {
  let signal: AbortSignal | undefined;
  const { make, look, pass, stop, state } = build(
    vi.fn(async (_file: string, given?: AbortSignal) => {
      signal = given;
      await new Promise((_, reject) =>
        given?.addEventListener('abort', () => reject(new Error('ended'))),
      );
    }),
  );
  const looking = look(id);
  await expect.poll(() => signal).toBeDefined();
  stop();
  expect(signal?.aborted).toBe(true);
  await looking;
  await pass(100 * hourMs);
  expect(make).toHaveBeenCalledTimes(1);
  expect(state().trouble).toBe('');
});
