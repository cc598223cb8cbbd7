import { confirmedFactor } from '@adwarden/contract/factors/confirmed';
import { newTotpAnswer } from '@adwarden/contract/factors/factors';
import { TOTP } from 'otpauth';
import type { Db } from '../../src/db/schema.ts';
import type { callsOf } from './calls.ts';

type Api = Pick<ReturnType<typeof callsOf>, 'call'> & { db: Db };

/** Returns the code that an authenticator app shows now, or so many half minutes later. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Lets each open session write its own second factors once, as if its person had just confirmed that it is them (ADR 136). */
export const letWriteFactors = (db: Db) =>
  db
    .updateTable('session')
    .set({ factorWriteUntil: Date.now() + 300_000 })
    .execute();

/** Sets up an authenticator app for the person of a session, as the page does. */
export async function addAuthenticator(api: Api, as: string) {
  await letWriteFactors(api.db);
  const { id, secret, uri } = newTotpAnswer.parse((await api.call('addTotp', { as })).body).data;
  const answer = await api.call('confirmTotp', { as, body: { id, code: codeOf(secret) } });
  if (answer.status !== 200) throw new Error(`confirmTotp failed: ${answer.text}`);
  const { recoveryCodes = [] } = confirmedFactor.parse(answer.body).data;
  return { id, secret, uri, recoveryCodes };
}

/** Lets the code of now be used once more: tests do not wait for the next half minute. */
export const forgetSteps = (db: Db) => db.updateTable('factor').set({ lastStep: 0 }).execute();
