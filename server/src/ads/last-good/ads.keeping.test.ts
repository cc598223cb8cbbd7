import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { sampleEntry } from '../../../test/samples/ads-entry.ts';
import { appIDFrom } from '../../../test/samples/app-id.ts';
import { createAdsIndex } from '../answers/ads.index.ts';
import { createAdsSnapshot } from '../answers/ads.snapshot.ts';
import type { SnapshotListener } from '../following/ads.follower.ts';
import type { LogPosition } from '../following/ads.stream.ts';
import type { KeptDifference } from '../following/ads.time.ts';
import { createAdsPauses } from '../pauses/ads.pauses.ts';
import { keepLastGood } from './ads.keeping.ts';
import { readLastGood } from './ads.last-good.file.ts';

// After the whole file was written, the next write of it waits ten times as long as the last one took.
const soon = { interval: 20 };
const at = (seq: number): LogPosition => ({ epoch: 'e', seq, mark: `m${seq}` });

/** Builds a process that keeps its ads in a folder, with a follower that the test controls. */
function keeper({ hasRoom = (): boolean => true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-keeping-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'ads.last-good.db');
  const snapshot = createAdsSnapshot();
  const pauses = createAdsPauses(Date.now);
  let listener: SnapshotListener | undefined;
  const now = {
    position: at(0) as LogPosition | null,
    failing: false,
    time: null as KeptDifference | null,
  };
  const logger = { warn: vi.fn(), error: vi.fn(), info: vi.fn() };

  function start(isResumed: boolean) {
    return keepLastGood({
      file,
      isResumed,
      snapshot,
      pauses,
      hasRoom,
      time: { kept: () => now.time },
      follower: {
        position: () => now.position,
        status: () => ({ ready: true, failing: now.failing }) as never,
        listen: (next) => {
          listener = next;
        },
      },
      logger: logger as never,
    });
  }

  return {
    file,
    now,
    pauses,
    logger,
    start,
    load(apps: number[], name: string, position: LogPosition) {
      const index = createAdsIndex();
      for (const app of apps) index.set(appIDFrom(app), sampleEntry(name));
      snapshot.replaceAll(index);
      now.position = position;
      listener?.reloaded();
    },
    change(apps: number[], name: string | null, position: LogPosition | null) {
      for (const app of apps) {
        if (name === null) snapshot.delete(appIDFrom(app));
        else snapshot.set(appIDFrom(app), sampleEntry(name));
      }
      now.position = position;
      listener?.changed(apps.map(appIDFrom));
    },
    /** Returns what a start would read: the names by app, and the head. */
    kept() {
      const index = createAdsIndex();
      const head = readLastGood(file, index);
      const names = [...index.records()].map(({ block }) => block.toString().slice(-3));
      return {
        names: names.sort(),
        seq: head?.position?.seq,
        pauses: head?.pauses,
      };
    },
  };
}

it('writes all apps when the pauses are known, then each change with its position', async () => {
  const { load, change, kept, pauses, start, now } = keeper();
  now.failing = true;
  load([1, 2, 3], 'old', at(5));
  const keeping = start(false);
  await pause(600);
  expect(kept().seq, 'the pauses are not known').toBeUndefined();
  pauses.use([{ scope: 'all', key: '', reason: 'one', until: null }]);
  now.failing = false;
  await expect.poll(kept, soon).toMatchObject({ names: ['old', 'old', 'old'], seq: 5 });
  change([2], 'new', at(6));
  change([3], null, at(7));
  await expect.poll(kept, soon).toMatchObject({ names: ['new', 'old'], seq: 7 });
  pauses.use([]);
  await expect.poll(kept, soon).toMatchObject({ pauses: [] });
  change([4], 'end', at(8));
  await keeping.stop();
  expect(kept(), 'a stop writes the last changes').toMatchObject({ seq: 8 });
});

it('writes no position while more is coming, and none that is newer than the apps', async () => {
  const { load, change, kept, pauses, start } = keeper();
  pauses.use([]);
  load([1], 'old', at(1));
  const keeping = start(false);
  await expect.poll(kept, soon).toMatchObject({ seq: 1 });
  change([1], 'mid', null);
  await expect.poll(kept, soon).toEqual({ names: ['mid'], seq: undefined, pauses: [] });
  const seqs = new Set<unknown>();
  change(
    Array.from({ length: 5_000 }, (_, app) => app),
    'new',
    at(2),
  );
  await expect
    .poll(
      () => {
        const { names, seq } = kept();
        seqs.add(`${seq} ${names.filter((name) => name === 'new').length === 5_000}`);
        return seq;
      },
      { ...soon, interval: 5 },
    )
    .toBe(2);
  expect([...seqs].filter((one) => one !== 'undefined false')).toEqual(['2 true']);
  await keeping.stop();
});

it('writes all apps again after all were loaded again, and nothing else before', async () => {
  const { load, change, kept, pauses, start } = keeper();
  pauses.use([]);
  load([1, 2], 'old', at(1));
  const first = start(false);
  await expect.poll(kept, soon).toMatchObject({ seq: 1 });
  await first.stop();
  const again = start(true);
  change([2], 'new', at(2));
  await expect.poll(kept, soon).toMatchObject({ names: ['new', 'old'], seq: 2 });
  load([7], 'all', at(9));
  change([8], 'and', at(10));
  await expect.poll(kept, soon).toMatchObject({ names: ['all', 'and'], seq: 10 });
  await again.stop();
});

it('writes a damaged file anew', async () => {
  const { load, change, kept, pauses, start, file, logger } = keeper();
  pauses.use([]);
  load([1, 2], 'old', at(1));
  const keeping = start(false);
  await expect.poll(kept, soon).toMatchObject({ seq: 1 });
  rmSync(file);
  change([2], 'new', at(2));
  await expect.poll(kept, soon).toMatchObject({ names: ['new', 'old'], seq: 2 });
  expect(logger.warn).toHaveBeenCalledOnce();
  await expect.poll(() => logger.info.mock.lastCall?.[1], soon).toMatch(/are written again after/);
  await keeping.stop();
});

it('a disk without room gets no new file, and the old one gets the changes', async () => {
  let isFull = false;
  const { load, change, kept, pauses, start } = keeper({ hasRoom: () => !isFull });
  pauses.use([]);
  load([1], 'old', at(1));
  const keeping = start(false);
  await expect.poll(kept, soon).toMatchObject({ seq: 1 });
  isFull = true;
  change([1], 'new', at(2));
  await expect.poll(kept, soon).toMatchObject({ names: ['new'], seq: 2 });
  load([1], 'all', at(3));
  await pause(1_500);
  expect(kept()).toMatchObject({ names: ['new'], seq: 2 });
  await keeping.stop();
});

it('a file that hangs holds up nothing, and gets the changes when it is free', async () => {
  const { load, change, kept, pauses, start, file, logger } = keeper();
  pauses.use([]);
  load([1], 'old', at(1));
  const keeping = start(false);
  await expect.poll(kept, soon).toMatchObject({ seq: 1 });
  const other = new DatabaseSync(file);
  other.exec('begin exclusive');
  change([1], 'new', at(2));
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 5);
  await expect.poll(() => logger.warn.mock.calls.length, soon).toBe(1);
  clearInterval(timer);
  expect(turns, 'the thread waits two seconds, and this one does not').toBeGreaterThan(50);
  await pause(3_000);
  expect(logger.warn, 'it is said once').toHaveBeenCalledOnce();
  expect(keeping.behindMs(), 'since the change').toBeGreaterThan(3_000);
  other.exec('rollback');
  await expect.poll(kept, soon).toMatchObject({ names: ['new'], seq: 2 });
  await expect.poll(keeping.behindMs, soon).toBe(0);
  other.exec('begin exclusive');
  change([1], 'end', at(3));
  const began = performance.now();
  await keeping.stop();
  expect(performance.now() - began, 'a stop does not wait for it').toBeLessThan(4_000);
  other.close();
});

it('keeps the time of the office, and writes it again when it is another one', async () => {
  const { load, start, file, now, pauses } = keeper();
  const timeIn = () => readLastGood(file, createAdsIndex())?.time;
  pauses.use([]);
  load([1], 'old', at(1));
  const keeping = start(false);
  await expect.poll(() => existsSync(file), soon).toBe(true);
  expect(timeIn() ?? null).toBeNull();
  now.time = { boot: 'this', difference: 5_000 };
  await expect.poll(timeIn, soon).toEqual({ boot: 'this', difference: 5_000 });
  now.time = { boot: 'this', difference: 9_000 };
  await expect.poll(timeIn, soon).toEqual({ boot: 'this', difference: 9_000 });
  now.time = { boot: 'this', difference: 9_200 };
  await expect.poll(keeping.behindMs, soon).toBe(0);
  await keeping.stop();
  expect(timeIn()?.difference).toBe(9_000);
});
