import { textOf } from './answer.ts';
import type { Adwarden, AdwardenOptions } from './api.ts';
import { Client } from './client.ts';
import { readOptions } from './options.ts';

export type { OnOff, Slot } from './answer.ts';
export type { Adwarden, AdwardenOptions } from './api.ts';
export type { Clock } from './clock.ts';
export { type FakeAdwarden, type FakeValues, fakeAdwarden } from './fake.ts';
export type { AdwardenStorage } from './records.ts';
export type { AdwardenStatus, Cause, Failure } from './status.ts';
export { version } from './version.ts';

/** The started clients by app ID, so that there is one request at a time for each app. */
const started = new Map<string, Client>();

/** Starts the client of an app: reads the stored answer, then asks the server in the background. Never throws. */
export function startAdwarden(given: AdwardenOptions): Adwarden {
  const { options, misuse } = readOptions(given);
  const appID = textOf(options.appID);
  const client =
    started.get(appID) ??
    new Client(appID, options, misuse, (closed) => {
      if (started.get(appID) === closed) started.delete(appID);
    });
  started.set(appID, client);
  client.use(options);
  return client;
}
