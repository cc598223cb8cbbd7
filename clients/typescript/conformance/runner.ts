// The runner of the conformance suite (clients/conformance/README.md): commands on stdin, answers on stdout.
import { createInterface } from 'node:readline';
import { type Adwarden, type AdwardenStorage, type Clock, startAdwarden } from '../adwarden.ts';
import { slots } from '../answer.ts';
import { fileStorage } from '../file-storage.ts';

const clients = new Map<string, { client: Adwarden; changes: () => number }>();
let store = 'works';

/** Time passes only by the commands `advance` and `jump`. */
let uptime = 0;
let wall = Date.now();
const timers = new Set<{ at: number; run: () => void }>();
const clock: Clock = {
  now: () => wall,
  uptime: () => uptime,
  after(wait, run) {
    const timer = { at: uptime + wait, run };
    timers.add(timer);
    return () => timers.delete(timer);
  },
};

const settle = async () => {
  for (const { client } of clients.values()) await client.settled();
};

/** Lets timers run at their time, one after the other; each may ask the server. */
async function advance(milliseconds: number): Promise<void> {
  const end = uptime + milliseconds;
  await settle();
  for (;;) {
    const [next] = [...timers].sort((one, other) => one.at - other.at);
    if (!next || next.at > end) break;
    wall += next.at - uptime;
    uptime = next.at;
    timers.delete(next);
    next.run();
    await settle();
  }
  wall += end - uptime;
  uptime = end;
}

/** A storage in files that can be full or broken. */
function storageIn(folder: string): AdwardenStorage {
  const files = fileStorage(folder);
  return {
    getItem(key) {
      if (store === 'unreadable') throw new Error('cannot be read');
      if (store !== 'slow') return files.getItem(key);
      return new Promise((resolve) => setTimeout(() => resolve(files.getItem(key)), 2_000));
    },
    setItem(key, value) {
      if (store !== 'works') throw new Error('no space left');
      return files.setItem(key, value);
    },
  };
}

function readAll(client: Adwarden) {
  const { adsStatus, reason, visibleExtra, updatedAt, isFromCache } = client;
  const units: Record<string, string | null> = {};
  for (const slot of slots) units[slot] = client.adUnit(slot);
  return { adsStatus, reason, visibleExtra, updatedAt, isFromCache, units };
}

const named = (name: string) => {
  const found = clients.get(name);
  if (!found) throw new Error(`no client ${name}`);
  return found;
};

const commands: Record<string, (...words: string[]) => unknown> = {
  open(name, address, appID, authToken, folder, timeout, samples) {
    const began = performance.now();
    const client = startAdwarden({
      address: address ?? '',
      appID: appID ?? '',
      authToken: authToken ?? '',
      storage: storageIn(folder ?? ''),
      useSampleAds: samples === 'android' || samples === 'ios' ? samples : false,
      clock,
      timeout: Number(timeout),
    });
    const first = client.adUnit('googleBanner1');
    const micros = Math.round((performance.now() - began) * 1000);
    let changes = 0;
    client.onChange(() => {
      changes += 1;
      throw new Error('a listener that fails');
    });
    clients.set(name ?? '', { client, changes: () => changes });
    return { first, micros };
  },
  close(name) {
    clients.get(name ?? '')?.client.close();
    clients.delete(name ?? '');
  },
  read: (name = '') => ({ ...readAll(named(name).client), changes: named(name).changes() }),
  async crowd(name = '', count) {
    const { client } = named(name);
    await Promise.all(Array.from({ length: Number(count) }, async () => readAll(client)));
  },
  store(how = '') {
    store = how;
  },
  settle,
  advance: (milliseconds) => advance(Number(milliseconds)),
  jump(milliseconds) {
    wall += Number(milliseconds);
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const [command = '', ...words] = line.split(' ').map(decodeURIComponent);
  try {
    const answer = await commands[command]?.(...words);
    console.log(JSON.stringify(answer ?? { ok: true }));
  } catch (error) {
    console.log(JSON.stringify({ error: String(error) }));
  }
}
