import { ownKey } from '../../lib/base-path.ts';
import { installation } from '../../lib/page-settings.ts';
import type { Role } from '../../lib/role.ts';
import type { Offered } from './offers.ts';

/*
 * Tabs of this browser tell each other that somebody has signed out, and which session they have (ADR 135). Only our own code
 * runs on this origin, so the channel is as trustworthy as the tab itself (docs/security.md).
 */

/** A new tab asks for a session; the role is that of the page which it shows. */
type Ask = { about: 'ask'; asker: string; role: Role };
/** A tab has one. */
type Offer = { about: 'offer'; asker: string } & Offered;
/** Somebody has signed out of the session with this hash. */
type SignedOut = { about: 'signed-out'; hash: string };
/** The token with this hash has ended, and the session has this one now (ADR 136). */
type Renewed = { about: 'renewed'; hash: string; token: string };
/** A tab whose token with this hash has ended asks whether the session has another one. */
type AskRenewed = { about: 'ask-renewed'; hash: string };
type Message = Ask | Offer | SignedOut | Renewed | AskRenewed;

/** 32 bits of FNV-1a from a start of its own. */
function fnv(text: string, start: number): number {
  let hash = start;
  for (const character of text) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619);
  }
  return hash >>> 0;
}

/**
 * Returns a hash of a token: enough to know it by. It has 64 bits, and the token 256, so most of the token stays unknown. (Pages over
 * plain HTTP have no SHA-256.)
 */
export const hashOf = (token: string): string =>
  [fnv(token, 2_166_136_261), fnv(token, 3_735_928_559)].map((part) => part.toString(36)).join('-');

let channel: BroadcastChannel | null = null;
const open = (): BroadcastChannel => {
  channel ??= new BroadcastChannel(
    [ownKey('adwarden.tabs'), installation()].filter(Boolean).join(' '),
  );
  return channel;
};

/** Sends a message to the other tabs of this installation. */
export const tellTabs = (message: Message): void => open().postMessage(message);

/** Calls `listener` with the messages of this kind; returns how to stop. */
export function onTold<About extends Message['about']>(
  about: About,
  listener: (message: Extract<Message, { about: About }>) => void,
): () => void {
  const hear = ({ data }: MessageEvent<Message>) => {
    if (data?.about === about) listener(data as Extract<Message, { about: About }>);
  };
  const opened = open();
  opened.addEventListener('message', hear);
  return () => opened.removeEventListener('message', hear);
}

/** Tells the other tabs of this installation that somebody has signed out of the session whose token has one of these hashes. */
export function tellSignedOut(hashes: readonly string[]): void {
  for (const hash of hashes) tellTabs({ about: 'signed-out', hash });
}

/** Calls `signedOut` when somebody signs out of the session of `tokenNow` in another tab. */
export function onSignedOutElsewhere(tokenNow: () => string | null, signedOut: () => void): void {
  onTold('signed-out', ({ hash }) => {
    const token = tokenNow();
    if (token !== null && hash === hashOf(token)) signedOut();
  });
}
