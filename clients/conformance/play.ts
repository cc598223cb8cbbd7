import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect } from 'vitest';
import type { Runner } from './runner.ts';
import type { Opened, Scenario, Step } from './scenario.ts';
import { type Place, type World, waiting } from './world.ts';

/** Plays a scenario with a client, and fails at the first step that does not hold. */
export async function play(scenario: Scenario, runner: Runner, world: World): Promise<void> {
  const place = await world.place();
  mkdirSync(place.folder, { recursive: true });
  await runner.tell('store', 'works');
  await runner.tell('threads', 'work');
  const opened = new Set<string>();
  try {
    for (const [index, step] of scenario.steps.entries()) {
      await playStep(step, `step ${index + 1}: ${JSON.stringify(step)}`);
    }
  } finally {
    for (const client of opened) await runner.tell('close', `${client}@${place.appID}`);
  }

  async function playStep(step: Step, name: string): Promise<void> {
    const { lane } = place;
    const own = (client = 'a') => `${client}@${place.appID}`;
    if ('open' in step) {
      const { client = 'a' } = step.open;
      opened.add(client);
      await runner.tell('open', own(client), ...(await optionsOf(place, step.open)));
    } else if ('close' in step) await runner.tell('close', own(step.close));
    else if ('listen' in step) await runner.tell('listen', own(step.listen));
    else if ('refresh' in step) await runner.tell('refresh', own(step.refresh));
    else if ('wake' in step) await runner.tell('wake', own(step.wake));
    else if ('ready' in step) {
      expect(await runner.tell('ready', own(), step.ready), name).toEqual({ ready: step.is });
    } else if ('threads' in step) await runner.tell('threads', step.threads);
    else if ('settle' in step) await runner.tell('settle');
    else if ('advance' in step) await runner.tell('advance', Math.round(step.advance * 1000));
    else if ('jump' in step) await runner.tell('jump', step.jump * 1000);
    else if ('store' in step) await runner.tell('store', step.store);
    else if ('crowd' in step) await runner.tell('crowd', own(), step.crowd);
    else if ('network' in step) lane.network = [step.network].flat();
    else if ('server' in step) await change(world, place, step.server);
    else if ('file' in step) damage(place.folder, step.file);
    else if ('record' in step) damage(place.folder, step.record);
    else if ('expect' in step) {
      const { cause, ...values } = step.expect;
      const read = await runner.tell('read', own(step.client));
      expect(read, name).toMatchObject(values);
      if (cause !== undefined) expect([cause].flat(), name).toContain(read.cause);
      if (read.cause !== null) expect(read.message, name).toMatch(/^[A-Z0-9"].{12,}/);
    } else if ('requests' in step) {
      const { requests } = step;
      const [from, to] = typeof requests === 'number' ? [requests, requests] : requests;
      expect(lane.seen.length, name).toBeGreaterThanOrEqual(from);
      expect(lane.seen.length, name).toBeLessThanOrEqual(to);
    } else if ('connections' in step) {
      const used = new Set(lane.seen.map(({ connection }) => connection)).size;
      expect(used, name).toBeLessThanOrEqual(step.connections);
    } else {
      const last = lane.seen.at(-1);
      const { hasTag, userAgent, status } = step.lastRequest;
      if (status !== undefined) expect(last?.status, name).toBe(status);
      if (hasTag !== undefined) expect(last?.tag !== undefined, name).toBe(hasTag);
      if (userAgent !== undefined) expect(last?.userAgent, name).toContain(userAgent);
    }
  }
}

/** Milliseconds for a request that nothing holds up, also on a busy machine. */
const longEnough = 60_000;

/** The words of the command `open`. */
export async function optionsOf(place: Place, opened: Opened = {}): Promise<string[]> {
  const { timeout = longEnough, samples = '', token, defaults = '' } = opened;
  const options = {
    address: (opened.address ?? '{address}')
      .replace('{address}', place.address)
      .replace('{localhost}', place.address.replace('127.0.0.1', 'localhost'))
      .replace('{ipv6}', place.ipv6)
      .replace('{nginx}', place.nginx),
    appID: (opened.appID ?? '{appID}').replace('{appID}', place.appID),
    token: token ?? place.authToken,
    folder: place.folder,
    timeout: String(timeout),
    samples,
    defaults: defaults === 'answer' ? await place.body() : defaults,
    listener: opened.isHeard === false ? 'no' : 'yes',
    thread: opened.hasBrokenThread ? 'broken' : '',
  };
  return Object.entries(options).map(([key, value]) => `${key}=${value}`);
}

/** Changes the app in the back office. Resolves when the ads endpoint has the change. */
async function change(
  { backOffice }: World,
  { appID, answer }: Place,
  what: Extract<Step, { server: unknown }>['server'],
): Promise<void> {
  const { call } = backOffice;
  const before = await answer();
  if (typeof what === 'object') await call('updateApp', { id: appID, body: what });
  else if (what === 'rotate') await call('rotateToken', { id: appID });
  else if (what === 'delete') {
    await call('deleteApp', { id: appID });
  } else if (what === 'pause') {
    await call('startPause', { body: { scope: 'app', value: appID, reason: 'Testing' } });
  } else {
    const { data } = await call('getPauses');
    const own = data.find(({ value }) => value === appID);
    await call('endPause', { id: own?.id ?? '' });
  }
  // After a rotation the old token stays valid, and its answer is the same.
  if (what !== 'rotate') await expect.poll(answer, waiting).not.toBe(before);
}

/** Damages the stored file, or changes fields of its record. */
function damage(folder: string, how: string | object): void {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  expect(names, 'the client has stored one file').toHaveLength(1);
  const file = join(folder, names[0] ?? '');
  const text = readFileSync(file, 'utf8');
  expect(text.length).toBeLessThan(16_384);
  const record = JSON.parse(text);
  const fields: Record<string, object> = {
    'later-format': { format: 3 },
    'other-app': { appID: 'another' },
    'too-long': { more: 'x'.repeat(20_000) },
    'wrong-types': { etag: 5, checkedAt: 'now', ads: [] },
  };
  const bytes: Record<string, Buffer> = {
    empty: Buffer.alloc(0),
    half: Buffer.from(text.slice(0, text.length / 2)),
    noise: Buffer.from(Buffer.from(text).map((byte, at) => byte ^ (at * 31))),
  };
  if (how === 'of-0.3.2' || how === 'of-0.1') {
    const { sum, refusedFor, ...old } = record;
    const more = how === 'of-0.1' ? {} : { refusedFor };
    return writeFileSync(file, JSON.stringify({ ...old, ...more, format: 1 }));
  }
  const over = typeof how === 'object' ? how : fields[how as string];
  writeFileSync(file, over ? changed(record, over) : (bytes[how as string] ?? ''));
}

/** A record with other values, and with the checksum of these. A name such as `ads.reason` is of a field within another. */
function changed(record: Record<string, unknown>, values: object): string {
  const { sum, ...all } = structuredClone(record);
  for (const [name, value] of Object.entries(values)) {
    const path = name.split('.');
    const last = path.pop() ?? '';
    const within = path.reduce((outer, key) => outer[key] as typeof all, all);
    within[last] = value;
  }
  const text = JSON.stringify(all).slice(0, -1);
  return `${text},"sum":"${crc32(text).toString(16).padStart(8, '0')}"}`;
}
