import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from './clients.ts';
import { play } from './play.ts';
import { type Runner, startRunner } from './runner.ts';
import { unit } from './scenario.ts';
import { scenarios } from './scenarios/all.ts';
import { openWorld, type World } from './world.ts';

/**
 * Adds the tests of the suite for one client. Each client has a test file, so that clients run at the same time.
 * `ofSameCode`: the suite already tests this code, with other network functions. Tests in which the network functions
 * make no difference are skipped.
 */
export function conform({ prepare }: Client, { ofSameCode = false } = {}): void {
  let folder = '';
  let command: string[];
  let world: World;
  let runner: Runner;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'adwarden-runners-'));
    command = prepare(folder);
    world = await openWorld();
    runner = startRunner(command);
  });
  afterAll(async () => {
    runner?.kill();
    await world?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  test.each(scenarios)('$name', async (scenario) => {
    await play(scenario, runner, world);
    expect(runner.errors(), 'what the client printed').toBe('');
  });

  test.skipIf(ofSameCode)(
    '1,000 clients ask a dead server at most 8 times each in ten minutes, spread',
    { timeout: 180_000 },
    async () => {
      const place = await world.place();
      place.lane.network = [{ status: 502 }];
      const seconds: number[] = [];
      const ids = Array.from({ length: 1_000 }, (_, n) => n);
      // They start during ten minutes, as phones do, and each is watched for ten minutes.
      for (let second = 0; second < 1_200; second += 1) {
        const before = place.lane.seen.length;
        for (const id of ids.filter((n) => Math.floor(n * 0.6) === second)) {
          const { address, folder: stored } = place;
          await runner.tell('open', `herd${id}`, address, `app${id}`, 't', stored, 10_000, '-');
        }
        await runner.tell('advance', 1_000);
        seconds.push(place.lane.seen.length - before);
        for (const id of ids.filter((n) => Math.floor(n * 0.6) + 600 === second)) {
          await runner.tell('close', `herd${id}`);
        }
      }
      const perClient = new Map<string, number>();
      for (const { path } of place.lane.seen) perClient.set(path, (perClient.get(path) ?? 0) + 1);
      expect(perClient.size).toBe(1_000);
      expect(Math.max(...perClient.values())).toBeLessThanOrEqual(8);
      const busy = seconds.slice(0, 600);
      const mean = busy.reduce((sum, count) => sum + count, 0) / busy.length;
      expect(Math.max(...seconds)).toBeLessThanOrEqual(3 * mean);
    },
  );

  test('the first ad unit after a start with a stored answer takes less than 5 ms', async () => {
    const place = await world.place();
    const open = () =>
      runner.tell(
        'open',
        'f',
        place.address,
        place.appID,
        place.authToken,
        place.folder,
        10_000,
        '-',
      );
    const times: number[] = [];
    for (let start = 0; start < 20; start += 1) {
      const { first, micros } = await open();
      if (start > 0) expect(first).toBe(unit);
      if (start > 0) times.push(micros);
      await runner.tell('settle');
      await runner.tell('close', 'f');
    }
    // The median, because other programs use this machine, too.
    expect(times.sort((one, other) => one - other)[9]).toBeLessThan(5_000);
  });

  test('an app that is killed during a write leaves a whole answer', async () => {
    const place = await world.place();
    const seen = new Set<unknown>();
    for (let round = 0; round < 4; round += 1) {
      const doomed = startRunner(command);
      // The client writes after each answer, also after a 304.
      place.lane.network = ['pass'];
      const words = [place.address, place.appID, place.authToken, place.folder, 10_000, '-'];
      await doomed.tell('open', 'k', ...words);
      await doomed.tell('settle');
      const writes = (async () => {
        for (;;) {
          await doomed.tell('advance', 31_000);
          await doomed.tell('read', 'k');
        }
      })().catch(() => 'killed');
      await new Promise((resolve) => setTimeout(resolve, 40 + round * 17));
      doomed.kill();
      await writes;
      place.lane.network = [{ fault: 'drop' }];
      const { first } = await runner.tell('open', 'k', ...words);
      seen.add(first);
      await runner.tell('settle');
      await runner.tell('close', 'k');
    }
    expect([...seen]).toEqual([unit]);
  });
}
