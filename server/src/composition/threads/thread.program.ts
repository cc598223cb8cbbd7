import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { BesideDatabase } from '../../db/database.ts';
import type { PostgresSettings } from '../../db/postgres/postgres.options.ts';

/** What every thread is started with. */
export type ThreadSettings = {
  dataDir: string;
  postgres: PostgresSettings | undefined;
  appsPerOwner: number;
};

/** Takes what a thread needs out of the settings: a message can hold only plain data. */
export const threadSettings = ({
  dataDir,
  postgres,
  appsPerOwner,
}: ThreadSettings): ThreadSettings => ({ dataDir, postgres, appsPerOwner });

/** Begins the program of a thread. Returns what it was started with, and the port to the serving thread. */
export function beginThread<Settings>(): { settings: Settings; port: MessagePort } {
  if (!parentPort) throw new Error('This file is the program of a thread');
  return { settings: workerData as Settings, port: parentPort };
}

/** Ends a thread: closes its database, answers, and lets it exit. */
export async function endThread(port: MessagePort, { close }: BesideDatabase): Promise<void> {
  await close();
  // After the answer.
  setImmediate(() => port.close());
}
