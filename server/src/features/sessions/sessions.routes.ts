import { succeed } from '@adwarden/contract/envelope';
import { sessionCalls } from '@adwarden/contract/sessions';
import type { FastifyRequest } from 'fastify';
import { bearerOf } from '../../http/actor.ts';
import { asAppError } from '../../http/error-handler.ts';
import { originOf } from '../../http/origin.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import { loggedLogin } from '../../kit/logger.ts';
import { presentAdminSignIn, presentOwnerSignIn } from './sessions.present.ts';
import type { Sessions } from './sessions.service.ts';

type Attempt = Parameters<Sessions['signIn']>[0];

/** Registers the calls for signing in and out (spec, section 7; ADR 29 "Sessions"). */
export function sessionRoutes(server: BackOffice, { sessions }: { sessions: Sessions }): void {
  /** Signs in, and logs the account as typed, the outcome, and on success the account's id. */
  async function signIn(request: FastifyRequest, attempt: Attempt, password: string) {
    const { kind, address } = attempt;
    const said = { kind, account: loggedLogin(attempt.login), address };
    try {
      const signedIn = await sessions.signIn(attempt, password, bearerOf(request));
      const { id } = signedIn.account;
      request.log.info({ signIn: { ...said, outcome: 'signed-in', id } }, 'sign-in');
      return signedIn;
    } catch (error) {
      request.log.info({ signIn: { ...said, outcome: asAppError(error).code } }, 'sign-in');
      throw error;
    }
  }

  server.route({
    ...contractRoute(sessionCalls.adminSignIn),
    async handler(request) {
      const { body } = request;
      const attempt = { kind: 'admin' as const, login: body.email, ...originOf(request) };
      return presentAdminSignIn(await signIn(request, attempt, body.password));
    },
  });

  server.route({
    ...contractRoute(sessionCalls.userSignIn),
    async handler(request) {
      const { body } = request;
      const attempt = { kind: 'user' as const, login: body.userID, ...originOf(request) };
      return presentOwnerSignIn(await signIn(request, attempt, body.password));
    },
  });

  server.route({
    ...contractRoute(sessionCalls.signOut),
    async handler(request) {
      const bearer = bearerOf(request);
      const actor = bearer && (await sessions.signOut(bearer));
      if (actor) request.log = request.log.child({ actor });
      return succeed('Signed out', null);
    },
  });
}
