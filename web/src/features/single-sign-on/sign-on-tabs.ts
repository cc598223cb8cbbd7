import { ownKey } from '../../lib/base-path.ts';
import { installation } from '../../lib/page-settings.ts';
import type { Returned } from './sign-on.api.ts';

/*
 * Somebody who is asked again signs in at the provider in a window beside, so that nothing typed is lost. What comes back there is of no
 * use without the secret of the tab that has begun, so the window gives it to that tab.
 */

type Message = { about: 'returned'; returned: Returned } | { about: 'taken'; state: string };

/** Milliseconds in which a tab says that it has begun this. */
const patienceMs = 1_000;

const open = () =>
  new BroadcastChannel([ownKey('adwarden.sign-on'), installation()].filter(Boolean).join(' '));

/** Gives what came back to the tab that has begun it; false when there is none. */
export function giveBack(returned: Returned): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const channel = open();
  const end = (isTaken: boolean) => {
    clearTimeout(timer);
    channel.close();
    resolve(isTaken);
  };
  const timer = setTimeout(() => end(false), patienceMs);
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data?.about === 'taken' && data.state === returned.state) end(true);
  });
  channel.postMessage({ about: 'returned', returned } satisfies Message);
  return promise;
}

/** Calls `onReturned` once when a window beside comes back with this `state`; returns how to stop. */
export function awaitReturn(state: string, onReturned: (returned: Returned) => void): () => void {
  const channel = open();
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data?.about !== 'returned' || data.returned.state !== state) return;
    channel.postMessage({ about: 'taken', state } satisfies Message);
    onReturned(data.returned);
  });
  return () => channel.close();
}
