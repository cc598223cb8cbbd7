import { setTimeout as pause } from 'node:timers/promises';
import type { App, BackOffice } from './back-office.ts';

const everyMs = 50;

/** Adds one app after the other until it is stopped, and records which were acknowledged. */
export function startWriting(backOffice: BackOffice) {
  const acknowledged: { app: App; askedAt: number }[] = [];
  let writing = true;

  async function keepWriting(): Promise<void> {
    while (writing) {
      const askedAt = performance.now();
      // Refused or unanswered: not acknowledged, so it may be missing.
      const app = await backOffice.addApp().catch(() => null);
      if (app) acknowledged.push({ app, askedAt });
      await pause(everyMs);
    }
  }

  const done = keepWriting();
  return {
    /** Waits until a write that began after `moment` is acknowledged. */
    async acknowledgedAfter(moment: number, mostMs: number): Promise<void> {
      while (!acknowledged.some(({ askedAt }) => askedAt > moment)) {
        if (performance.now() - moment > mostMs) throw new Error('Writes do not come back in time');
        await pause(20);
      }
    },
    async stop(): Promise<App[]> {
      writing = false;
      await done;
      return acknowledged.map(({ app }) => app);
    },
  };
}
