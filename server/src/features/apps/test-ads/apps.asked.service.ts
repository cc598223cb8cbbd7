import type { TestStep } from '@adwarden/contract/test-ads';
import { believedNow } from '../../../db/kept-time.ts';
import type { Db } from '../../../db/schema.ts';
import { tokensOf } from '../../../edits/apps.store.ts';
import type { Actor } from '../../../http/actor.ts';
import { invalidField } from '../../../kit/app-error.ts';
import { isoTime } from '../../../kit/clock.ts';
import { sha256 } from '../../../kit/ids.ts';
import { seesApp } from '../../../sight/apps.policy.ts';
import { type AskedWith, readAsked } from './apps.asked.policy.ts';
import * as store from './apps.asked.store.ts';

/** A known token; `until` is null for the current one. */
type Known = { token: string; ending: string; until: number | null };

/**
 * Judges the identifiers that a phone sent: whether its token is one of the app's, and until when or since when not. `isRefused`:
 * that phone gets no answer of the app. 400 for a text that has neither an address nor a token.
 */
export async function judgeAsked(
  db: Db,
  actor: Actor,
  { appID, asked }: { appID: string; asked: string },
): Promise<{ step: TestStep; isRefused: boolean }> {
  const read = readAsked(asked);
  if (!read) {
    const message = 'Paste the address that the phone asked with, or its token';
    throw invalidField('asked', message);
  }
  const refuse = (text: string) => ({ step: stepOf('stop', text), isRefused: true });
  const pass = (text: string) => ({ step: stepOf('pass', text), isRefused: false });
  if (read.appID !== null && read.appID !== appID) {
    return refuse(`It asks for another app: ${await nameOf(db, actor, read.appID)}.`);
  }
  if (read.token === null && read.ending === null) {
    return refuse('The address has no authToken: the phone gets 400, and no ads.');
  }
  const misnamed = misnamedIn(read);
  const { text, isRefused } = await saidOf(db, actor, appID, read);
  return isRefused || misnamed !== '' ? refuse(misnamed + text) : pass(text);
}

const stepOf = (outcome: TestStep['outcome'], text: string): TestStep => ({
  rule: 'token',
  outcome,
  text,
});

/** Says that the text has another name for the parameter, which the server does not read; '' if it has none. */
const misnamedIn = ({ name }: AskedWith): string =>
  name === null || name === 'authToken'
    ? ''
    : `The address calls it ${name}; the parameter is authToken. `;

async function saidOf(
  db: Db,
  actor: Actor,
  appID: string,
  { token, ending }: AskedWith,
): Promise<{ text: string; isRefused: boolean }> {
  const now = await believedNow(db);
  const valid = (await tokensOf(db, [appID])).get(appID) ?? [];
  const known: Known[] = [
    ...valid.map((one) => ({ ...one, ending: one.token.slice(-4), token: sha256(one.token) })),
    ...(await store.replacedTokens(db, appID)),
  ];
  const digest = token === null ? null : sha256(token);
  const found =
    known.find((one) => (digest === null ? one.ending === ending : one.token === digest)) ??
    (token === null ? undefined : await store.tokenInLog(db, appID, token));
  const end = token?.slice(-4) ?? ending;
  if (!found) {
    const other = token === null ? null : await store.appWithToken(db, token);
    return {
      text:
        other && seesApp(actor, other)
          ? `The token …${end} is that of ${other.appName}, not of this app. The phone is refused.`
          : `The token …${end} was never this app’s, as far as is known. The phone is refused.`,
      isRefused: true,
    };
  }
  if (found.until === null) {
    return { text: `It has the current token, …${end}.`, isRefused: false };
  }
  const time = isoTime(found.until);
  return found.until > now
    ? { text: `It has an old token, …${end}, which is valid until ${time}.`, isRefused: false }
    : { text: `The token …${end} ended on ${time}. The phone is refused.`, isRefused: true };
}

async function nameOf(db: Db, actor: Actor, appID: string): Promise<string> {
  const app = await store.appWithID(db, appID);
  return app && seesApp(actor, app) ? `${app.appName} (${appID})` : appID.slice(0, 64);
}
