import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from './clients.ts';
import { headerValues, serverDate } from './header-values.ts';
import { optionsOf, play } from './play.ts';
import { type Runner, startRunner } from './runner.ts';
import { type Network, on, refusal, unit } from './scenario.ts';
import { scenarios } from './scenarios/all.ts';
import { openWorld, type World } from './world.ts';

const different: Network = { data: { updatedAt: '{n}' } };

/** The text of the only stored record. */
function readStored(folder: string): string {
  const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return readFileSync(join(folder, name), 'utf8');
}

/**
 * Adds the tests of the suite for one client. Each client has a test file, so that clients run at the same time.
 * `ofSameCode`: the suite already tests this code, with other network functions. Tests in which the network functions
 * make no difference are skipped.
 */
export function conform({ name, prepare }: Client, { ofSameCode = false } = {}): void {
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

  for (const scenario of scenarios) {
    test.skipIf(scenario.unable?.[name])(scenario.name, async () => {
      await play(scenario, runner, world);
      expect(runner.takeErrors(), 'what the client printed').toBe('');
    });
  }

  test.skipIf(ofSameCode)(
    '1,000 clients ask a server that refuses at most 8 times each in ten minutes, spread',
    // On a machine that does much else, 1,000 clients take minutes.
    { timeout: 900_000 },
    async () => {
      const place = await world.place();
      place.lane.network = [refusal(503)];
      const seconds: number[] = [];
      const ids = Array.from({ length: 1_000 }, (_, n) => n);
      // They start during ten minutes, as phones do, and each is watched for ten minutes.
      for (let second = 0; second < 1_200; second += 1) {
        const before = place.lane.seen.length;
        for (const id of ids.filter((n) => Math.floor(n * 0.6) === second)) {
          const options = await optionsOf(place, { appID: `app${id}`, token: 't' });
          await runner.tell('open', `herd${id}`, ...options);
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

  test.skipIf(ofSameCode)(
    '100 clients that start together and listen: each asks again after 30 to 36 s, spread',
    async () => {
      const place = await world.place();
      const ids = Array.from({ length: 100 }, (_, n) => `together${n}`);
      const body = (await place.body()).replace(place.appID, '{asked}');
      place.lane.network = [{ status: 200, body }];
      for (const appID of ids) {
        await runner.tell('open', appID, ...(await optionsOf(place, { appID })));
      }
      await runner.tell('advance', 29_900);
      expect(place.lane.seen.length).toBe(100);
      const seconds: number[] = [];
      for (let second = 30; second < 37; second += 1) {
        const before = place.lane.seen.length;
        await runner.tell('advance', 1_000);
        seconds.push(place.lane.seen.length - before);
      }
      for (const appID of ids) await runner.tell('close', appID);
      expect(place.lane.seen.length).toBe(200);
      expect(Math.max(...seconds), `requests by seconds: ${seconds}`).toBeLessThanOrEqual(50);
    },
  );

  test.skipIf(ofSameCode)(
    'a stored record in which one bit is another: as if nothing were stored',
    async () => {
      const place = await world.place();
      const options = await optionsOf(place);
      await runner.tell('open', 'd', ...options);
      await runner.tell('settle');
      await runner.tell('close', 'd');
      await runner.tell('advance', 60_000);
      place.lane.network = [{ fault: 'drop' }];
      const file = join(place.folder, readdirSync(place.folder)[0] ?? '');
      const good = readFileSync(file);
      // 13 is prime to 8, so each bit of a byte has its turn.
      for (let bit = 0; bit < good.length * 8; bit += 13) {
        const bad = Buffer.from(good);
        bad[bit >> 3] = (bad[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        writeFileSync(file, bad);
        const { first } = await runner.tell('open', 'd', ...options);
        const { adsStatus, reason } = await runner.tell('read', 'd');
        const was = { first, adsStatus, reason };
        const none = { first: null, adsStatus: 'off', reason: 'no-answer' };
        expect(was, `bit ${bit} of ${bad.toString('latin1')}`).toEqual(none);
        await runner.tell('settle');
        await runner.tell('close', 'd');
      }
      writeFileSync(file, good);
      expect((await runner.tell('open', 'd', ...options)).first).toBe(unit);
      await runner.tell('settle');
      await runner.tell('close', 'd');
    },
  );

  for (const { header, lines, means } of headerValues) {
    // okhttp from 3.10 on reads it itself, as an int; Android has an older one.
    const isTooMuch = name === 'java-okhttp' && /^\d{11}/.test(lines[0] ?? '');
    test.skipIf(isTooMuch)(`${header}: ${lines.join(' and ')}`, async () => {
      const place = await world.place();
      const sent = { [header.toLowerCase()]: lines.length === 1 ? (lines[0] ?? '') : lines };
      const open = async () => {
        await runner.tell('open', 'h', ...(await optionsOf(place, { isHeard: false })));
        await runner.tell('settle');
      };
      const stored = () => JSON.parse(readStored(place.folder));
      try {
        if (header === 'Retry-After') {
          place.lane.network = [refusal(503, { date: serverDate, ...sent }), 'pass'];
          await open();
          // The wait after a first failure is a second, and by chance half as much longer.
          const wait = Math.max(Number(means ?? 0), 1) * 1000;
          await runner.tell('advance', wait - 100);
          expect(place.lane.seen.length).toBe(1);
          await runner.tell('advance', wait / 2 + 200);
          expect(place.lane.seen.length).toBe(2);
          return;
        }
        if (header === 'Date') {
          await open();
          await runner.tell('close', 'h');
          await runner.tell('advance', 60_000);
          place.lane.network = [refusal(401, sent)];
          await open();
          const at = stored().refusedAt;
          expect(at === null ? null : new Date(at).toISOString()).toBe(means);
          return;
        }
        place.lane.network = [{ headers: sent }];
        await open();
        if (header === 'ETag') expect(stored().etag).toBe(means);
        else expect(stored().maxAge).toBe(Number(means ?? 30));
      } finally {
        await runner.tell('close', 'h');
      }
    });
  }

  test.skipIf(ofSameCode)('a write that fails leaves no file', async () => {
    const place = await world.place();
    // A folder of the file's name: the unfinished file cannot take its place.
    mkdirSync(join(place.folder, `adwarden-${place.appID}.json`, 'full'), { recursive: true });
    await runner.tell('open', 'n', ...(await optionsOf(place)));
    await runner.tell('settle');
    expect(await runner.tell('read', 'n')).toMatchObject({ ...on, writes: 1 });
    await runner.tell('close', 'n');
    expect(readdirSync(place.folder)).toEqual([`adwarden-${place.appID}.json`]);
  });

  test('the first ad unit after a start with a stored answer takes less than 5 ms', async () => {
    const place = await world.place();
    const options = await optionsOf(place);
    const open = () => runner.tell('open', 'f', ...options);
    const times: number[] = [];
    for (let start = 0; start < 20; start += 1) {
      const { first, micros } = await open();
      if (start > 0) expect(first).toBe(unit);
      if (start > 0) times.push(micros);
      await runner.tell('settle');
      await runner.tell('close', 'f');
    }
    // The fastest ones, because other programs use this machine, too: they make a start slower, never faster.
    expect(times.sort((one, other) => one - other)[2]).toBeLessThan(5_000);
  });

  test.skipIf(ofSameCode)(
    'two processes that write to one folder: no write fails, and each read is whole',
    async () => {
      const place = await world.place();
      place.lane.network = [different];
      const options = await optionsOf(place);
      const other = startRunner(command);
      const both = [runner, other];
      for (const each of both) await each.tell('open', 'w', ...options);
      const read = { count: 0 };
      await Promise.all(
        both.map(async (each) => {
          for (let round = 0; round < 40; round += 1) {
            await each.tell('advance', 37_000);
            await each.tell('read', 'w');
            await each.tell('settle');
            read.count += JSON.parse(readStored(place.folder)).format / 2;
          }
        }),
      );
      expect(read.count).toBe(80);
      for (const each of both) {
        expect(await each.tell('read', 'w')).toMatchObject({ failedWrites: 0 });
        await each.tell('close', 'w');
      }
      expect(readdirSync(place.folder), 'no file is left over').toHaveLength(1);
      other.kill();
    },
  );

  test.skipIf(ofSameCode)(
    'an app that is killed during a write leaves a whole answer',
    async () => {
      const place = await world.place();
      const seen = new Set<unknown>();
      for (let round = 0; round < 4; round += 1) {
        const doomed = startRunner(command);
        // The client writes each answer that is different.
        place.lane.network = [different];
        const words = await optionsOf(place);
        await doomed.tell('open', 'k', ...words);
        await doomed.tell('settle');
        const writes = (async () => {
          for (;;) {
            await doomed.tell('advance', 37_000);
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
    },
  );
}
