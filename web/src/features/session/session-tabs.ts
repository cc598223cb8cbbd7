import { ownKey } from '../../lib/base-path.ts';

/* A tab that is duplicated has the same session. Whoever signs out in one of them has signed out in all. */

/** The end of a session's token: enough to know it by, too little to use it. */
const signOf = (token: string): string => token.slice(-8);

let channel: BroadcastChannel | null = null;
const open = (): BroadcastChannel => {
  channel ??= new BroadcastChannel(ownKey('adwarden.signed-out'));
  return channel;
};

/** Tells the other tabs of this installation that somebody has signed out of the session of this token. */
export const tellSignedOut = (token: string): void => open().postMessage(signOf(token));

/** Calls `signedOut` when somebody signs out of the session of `tokenNow` in another tab. */
export function onSignedOutElsewhere(tokenNow: () => string | null, signedOut: () => void): void {
  open().addEventListener('message', ({ data }) => {
    const token = tokenNow();
    if (token !== null && data === signOf(token)) signedOut();
  });
}
