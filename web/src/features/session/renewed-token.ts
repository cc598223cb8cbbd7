import { ownKey } from '../../lib/base-path.ts';
import { sharesTabs } from '../../lib/page-settings.ts';
import { answerRenewal, renewalStore } from './renewal-store.ts';
import { hashOf, onTold, tellTabs } from './session-tabs.ts';
import { sessionStore } from './use-session.ts';

/*
 * A session gets another token when its person confirms that it is them (ADR 136), and the old one ends. The tabs that share the
 * session tell each other. Each tab remembers the hashes of the tokens that its session had, so that it can help one that was
 * asleep. Where tabs do not share sessions (ADR 135), no token is told.
 */

const key = ownKey('adwarden.former-tokens');
const mostFormer = 50;
/** Milliseconds in which another tab says which token the session has now. */
const patienceMs = 300;

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((hash) => typeof hash === 'string') : [];
  } catch {
    return [];
  }
}

let former = read();
let known = sessionStore.get()?.token;
let isRenewing = false;
sessionStore.subscribe(() => {
  const token = sessionStore.get()?.token;
  if (token === known) return;
  known = token;
  // Another session, or none.
  if (!isRenewing) remember([]);
});

function remember(hashes: string[]): void {
  former = hashes.slice(-mostFormer);
  const { sessionStorage } = window;
  if (former.length === 0) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, JSON.stringify(former));
}

/** Continues the session of this tab with another token. */
function goOnWith(token: string): void {
  const session = sessionStore.get();
  if (!session || session.token === token) return;
  remember([...former, hashOf(session.token)]);
  isRenewing = true;
  sessionStore.set({ ...session, token });
  isRenewing = false;
  // The dialog of an ended session (ADR 22) has nothing to ask any more.
  if (renewalStore.get()?.session.token === session.token) answerRenewal(true);
}

/** Continues the session with the token that its person has just got, here and in the other tabs. */
export function renewToken(token: string): void {
  const old = sessionStore.get()?.token;
  if (old === undefined) return;
  goOnWith(token);
  if (sharesTabs()) tellTabs({ about: 'renewed', hash: hashOf(old), token });
}

/** Whether the session of this tab had this token; then a call that was refused with it may be repeated. */
export const wasToken = (token: string): boolean => former.includes(hashOf(token));

/** Returns the hashes of the tokens that the session of this tab has and had. */
export function tokenHashes(): string[] {
  const session = sessionStore.get();
  return session ? [...former, hashOf(session.token)] : [];
}

/** Hears of new tokens from other tabs, and tells them those of this one. */
export function followRenewals(): void {
  if (!sharesTabs()) return;
  onTold('renewed', ({ hash, token }) => {
    const session = sessionStore.get();
    if (session && hash === hashOf(session.token)) goOnWith(token);
  });
  onTold('ask-renewed', ({ hash }) => {
    const session = sessionStore.get();
    if (!session || renewalStore.get() || !former.includes(hash)) return;
    tellTabs({ about: 'renewed', hash, token: session.token });
  });
}

/** The questions that wait for other tabs, by the token that has ended. */
const asking = new Map<string, Promise<boolean>>();

/** Asks the other tabs whether the session of an ended token has another one; true when this tab has it now. */
export function askForRenewed(token: string): Promise<boolean> {
  if (!sharesTabs()) return Promise.resolve(false);
  const before = asking.get(token);
  if (before) return before;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const isRenewed = () => wasToken(token);
  const end = sessionStore.subscribe(() => {
    if (isRenewed()) done();
  });
  const timer = setTimeout(done, patienceMs);
  function done(): void {
    end();
    clearTimeout(timer);
    asking.delete(token);
    resolve(isRenewed());
  }
  asking.set(token, promise);
  tellTabs({ about: 'ask-renewed', hash: hashOf(token) });
  return promise;
}
