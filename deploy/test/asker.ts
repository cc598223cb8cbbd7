import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from './ask.ts';
import type { App } from './back-office.ts';

/** The outcome of the requests: `answered` includes `stale`; `failures` are counted by their cause. */
export type Tally = {
  answered: number;
  stale: number;
  failed: number;
  failures: Record<string, number>;
  slowestMs: number;
};

/** Phones that request the apps in turn, at a constant rate, until they are stopped. */
export function startAsking(port: number, apps: App[], { perSecond = 300, connections = 16 } = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const tally: Tally = { answered: 0, stale: 0, failed: 0, failures: {}, slowestMs: 0 };
  const everyMs = (connections / perSecond) * 1000;
  let next = 0;
  let asking = true;

  async function askOnce({ appID, path }: App): Promise<void> {
    const began = performance.now();
    const problem = await ask(port, path, { agent }).then(
      ({ status, text, cache }) => {
        if (cache === 'STALE') tally.stale += 1;
        if (status !== 200) return `status ${status}`;
        return text.includes(`"appID":"${appID}"`) ? null : 'the answer of another app';
      },
      (error: Error & { code?: string }) => error.code ?? error.message,
    );
    tally.slowestMs = Math.max(tally.slowestMs, performance.now() - began);
    if (problem === null) tally.answered += 1;
    else {
      tally.failed += 1;
      tally.failures[problem] = (tally.failures[problem] ?? 0) + 1;
    }
  }

  async function phone(index: number): Promise<void> {
    await pause((index / connections) * everyMs);
    while (asking) {
      const due = performance.now() + everyMs;
      await askOnce(apps[next++ % apps.length] as App);
      await pause(Math.max(0, due - performance.now()));
    }
  }

  const phones = Promise.all(Array.from({ length: connections }, (_, index) => phone(index)));
  return {
    async stop(): Promise<Tally> {
      asking = false;
      await phones;
      agent.destroy();
      return tally;
    },
  };
}
