// The commands of the conformance suite (clients/conformance/README.md), for every platform that runs TypeScript.
import { type Adwarden, type AdwardenStorage, type Clock, startAdwarden } from '../adwarden.ts';
import { slots } from '../answer.ts';
import type { Client } from '../client.ts';

type Opened = {
  client: Client;
  logs: string[];
  changes: () => number;
  listen: () => void;
  storage: Counted;
};
type Counted = AdwardenStorage & { writes: number; failedWrites: number };

/** Answers commands, one line after the other. `storageIn` makes the platform's storage in a folder of the suite. */
export function createRunner(storageIn: (folder: string) => AdwardenStorage) {
  const clients = new Map<string, Opened>();
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

  /** A storage that counts, and that can be full, broken or slow. */
  function breakable(folder: string): Counted {
    const inner = storageIn(folder);
    const counted: Counted = {
      writes: 0,
      failedWrites: 0,
      getItem(key) {
        if (store === 'unreadable') throw new Error('cannot be read');
        if (store !== 'slow') return inner.getItem(key);
        return new Promise((resolve) => setTimeout(() => resolve(inner.getItem(key)), 3_000));
      },
      async setItem(key, value) {
        counted.writes += 1;
        if (store === 'full' || store === 'unreadable') throw new Error('no space left');
        try {
          await inner.setItem(key, value);
        } catch (error) {
          counted.failedWrites += 1;
          throw error;
        }
      },
    };
    return counted;
  }

  function readAll(client: Adwarden) {
    const { adsStatus, reason, visibleExtra, updatedAt, isFromCache, status } = client;
    const units: Record<string, string | null> = {};
    for (const slot of slots) units[slot] = client.adUnit(slot);
    const { cause = null, message = null } = status.failure ?? {};
    const { state } = status;
    return {
      adsStatus,
      reason,
      visibleExtra,
      updatedAt,
      isFromCache,
      state,
      cause,
      message,
      units,
    };
  }

  const named = (name: string) => {
    const found = clients.get(name);
    if (!found) throw new Error(`no client ${name}`);
    return found;
  };

  const commands: Record<string, (...words: string[]) => unknown> = {
    open(name = '', ...words) {
      const given = new Map(
        words.map((word): [string, string] => {
          const end = word.indexOf('=');
          return [word.slice(0, end), word.slice(end + 1)];
        }),
      );
      const of = (key: string) => given.get(key) ?? '';
      const logs: string[] = [];
      const storage = breakable(of('folder'));
      const samples = of('samples');
      const began = performance.now();
      const client = startAdwarden({
        address: of('address'),
        appID: of('appID'),
        authToken: of('token'),
        storage,
        defaults: of('defaults'),
        useSampleAds: samples === 'android' || samples === 'ios' ? samples : false,
        log: (text) => logs.push(text),
        clock,
        timeout: Number(of('timeout')),
      }) as Client;
      const first = client.adUnit('googleBanner1');
      const micros = Math.round((performance.now() - began) * 1000);
      let changes = 0;
      const listen = () => {
        client.onChange(() => {
          changes += 1;
          throw new Error('a listener that fails');
        });
      };
      if (of('listener') === 'yes') listen();
      clients.set(name, { client, logs, changes: () => changes, listen, storage });
      return { first, micros };
    },
    close(name = '') {
      clients.get(name)?.client.close();
      clients.delete(name);
    },
    read(name = '') {
      const { client, logs, changes, storage } = named(name);
      const { writes, failedWrites } = storage;
      return { ...readAll(client), changes: changes(), logs: logs.length, writes, failedWrites };
    },
    listen: (name = '') => named(name).listen(),
    async refresh(name = '') {
      await named(name).client.refresh();
    },
    wake: (name = '') => named(name).client.wake(),
    ready: async (name = '', ms = '') => ({
      ready: await named(name).client.whenReady(Number(ms)),
    }),
    async crowd(name = '', count = '') {
      const { client } = named(name);
      await Promise.all(Array.from({ length: Number(count) }, async () => readAll(client)));
    },
    store(how = '') {
      store = how;
    },
    threads() {},
    settle,
    advance: (milliseconds) => advance(Number(milliseconds)),
    jump(milliseconds) {
      wall += Number(milliseconds);
    },
  };

  return async function run(line: string): Promise<string> {
    const [command = '', ...words] = line.split(' ').map(decodeURIComponent);
    try {
      if (!commands[command]) throw new Error(`no command ${command}`);
      const answer = await commands[command]?.(...words);
      return JSON.stringify(answer ?? { ok: true });
    } catch (error) {
      return JSON.stringify({ error: String(error) });
    }
  };
}
