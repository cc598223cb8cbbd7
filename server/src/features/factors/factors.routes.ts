import { succeed } from '@adwarden/contract/envelope';
import { againCalls } from '@adwarden/contract/factors/again';
import { factorCalls } from '@adwarden/contract/factors/factors';
import { passkeyCalls } from '@adwarden/contract/factors/passkeys';
import { factorRemovalCalls } from '@adwarden/contract/factors/removing';
import type { PersonKind } from '@adwarden/contract/people/people';
import { type Ways, wayCalls } from '@adwarden/contract/ways';
import type { z } from 'zod';
import { actorOf, bearerOf } from '../../http/actor.ts';
import { asAppError } from '../../http/error-handler.ts';
import { originOf } from '../../http/origin.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import { shownName } from '../../kit/shown-name.ts';
import type { ConfirmAgain } from './factors.again.service.ts';
import type { PasskeySignIn } from './factors.passkey-sign-in.service.ts';
import type { Party } from './factors.passkeys.policy.ts';
import type { Passkeys } from './factors.passkeys.service.ts';
import type { FactorRemoval } from './factors.removal.service.ts';
import type { Factors } from './factors.service.ts';
import { type FactorSignIn, methodOf } from './factors.sign-in.service.ts';
import type { AnyAccount } from './factors.sign-in-end.service.ts';

/** The answer to a sign-in. */
export type SignedIn = z.output<typeof factorCalls.signInWithFactor.answer>;

/** Registers the second step of a sign-in (ADR 133). */
export function secondStepRoute<Account extends AnyAccount>(
  server: BackOffice,
  {
    factorSignIn,
    presentSignIn,
  }: {
    factorSignIn: FactorSignIn<Account>;
    /** Returns the answer to a sign-in of an account of this kind. */
    presentSignIn: (kind: PersonKind, signedIn: { token: string; account: Account }) => SignedIn;
  },
): void {
  server.route({
    ...contractRoute(factorCalls.signInWithFactor),
    async handler(request) {
      const { body, address } = request;
      const from = { ...originOf(request), presented: bearerOf(request) };
      const note = (said: object) => request.log.info({ signIn: { address, ...said } }, 'sign-in');
      try {
        const { kind, account, token, method } = await factorSignIn.signIn(body, from);
        note({ kind, id: account.id, factor: method, outcome: 'signed-in' });
        return presentSignIn(kind, { token, account });
      } catch (error) {
        note({ factor: methodOf(body), outcome: asAppError(error).code });
        throw error;
      }
    },
  });
}

/** Registers the begin of a sign-in with a passkey (ADR 141). The second step ends it. */
export function passkeyStepRoute<Account extends AnyAccount>(
  server: BackOffice,
  { passkeySignIn }: { passkeySignIn: PasskeySignIn<Account> },
): void {
  server.route({
    ...contractRoute(passkeyCalls.signInWithPasskey),
    handler: async ({ address }) =>
      succeed('Go on with your passkey', await passkeySignIn.begin(address)),
  });
}

/** Registers the ways to sign in. */
export function waysRoute(
  server: BackOffice,
  { party, singleSignOn }: { party: Party; singleSignOn: Ways['singleSignOn'] },
): void {
  const isMissing = typeof party === 'string';
  const ways = {
    passkeys: !isMissing,
    passkeyOrigin: isMissing ? null : party.origin,
    noPasskeys: isMissing ? party : null,
    singleSignOn,
  };
  server.route({
    ...contractRoute(wayCalls.getWays),
    handler: async () => succeed('Ways to sign in', ways),
  });
}

/** Registers the calls about own passkeys (ADR 141). */
export function passkeyRoutes(server: BackOffice, { passkeys }: { passkeys: Passkeys }): void {
  server.route({
    ...contractRoute(passkeyCalls.addPasskey),
    async handler(request) {
      const setUp = await passkeys.begin(actorOf(request), request.body);
      return succeed('Go on in the browser', setUp);
    },
  });

  server.route({
    ...contractRoute(passkeyCalls.confirmPasskey),
    async handler(request) {
      const { name, ...made } = await passkeys.confirm(actorOf(request), request.body);
      return succeed(`${shownName(name)} added`, made);
    },
  });
}

/** Registers the answer to being asked again (ADR 136). */
export function againRoute(
  server: BackOffice,
  { confirmAgain }: { confirmAgain: ConfirmAgain },
): void {
  server.route({
    ...contractRoute(againCalls.confirmAgain),
    async handler(request) {
      const token = await confirmAgain(actorOf(request), bearerOf(request) ?? '', request.body);
      return { ...succeed('Confirmed', null), token };
    },
  });
}

/** Registers the calls of administrators about the second factors of others (ADR 137). */
export function factorRemovalRoutes(
  server: BackOffice,
  { removal }: { removal: FactorRemoval },
): void {
  const answer = ({ fullName, ...made }: Awaited<ReturnType<FactorRemoval['removeOf']>>) =>
    succeed(`The second factors of ${shownName(fullName)} are removed`, made);

  server.route({
    ...contractRoute(factorRemovalCalls.removeAdminFactors),
    handler: async (request) =>
      answer(await removal.removeOf(actorOf(request), 'admin', request.params.id)),
  });

  server.route({
    ...contractRoute(factorRemovalCalls.removeUserFactors),
    handler: async (request) =>
      answer(await removal.removeOf(actorOf(request), 'user', request.params.id)),
  });
}

/** Registers the calls about own second factors (ADR 133). */
export function factorRoutes(server: BackOffice, { factors }: { factors: Factors }): void {
  server.route({
    ...contractRoute(factorCalls.getFactors),
    async handler(request) {
      const { factors: list, ...more } = await factors.list(actorOf(request));
      return { ...succeed('Second factors', list), ...more };
    },
  });

  server.route({
    ...contractRoute(factorCalls.addTotp),
    async handler(request) {
      const setUp = await factors.beginTotp(actorOf(request));
      return succeed('Confirm with a code of the authenticator app', setUp);
    },
  });

  server.route({
    ...contractRoute(factorCalls.confirmTotp),
    async handler(request) {
      const { name, ...made } = await factors.confirmTotp(actorOf(request), request.body);
      return succeed(`${shownName(name)} added`, made);
    },
  });

  server.route({
    ...contractRoute(factorCalls.renewRecoveryCodes),
    async handler(request) {
      const recoveryCodes = await factors.renewRecoveryCodes(actorOf(request));
      return succeed('New recovery codes', { recoveryCodes });
    },
  });

  server.route({
    ...contractRoute(factorCalls.removeFactor),
    async handler(request) {
      const { name } = await factors.remove(actorOf(request), request.params.id);
      return succeed(`${shownName(name)} removed`, null);
    },
  });
}
