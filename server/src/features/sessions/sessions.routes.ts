import { succeed } from '@adwarden/contract/envelope';
import type { PersonKind } from '@adwarden/contract/people/people';
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
  /**
   * Signs in, and logs the login, the outcome, and on success the account's id. A login that does not exist is not logged, because
   * people type passwords there.
   */
  async function signIn(request: FastifyRequest, attempt: Attempt, password: string) {
    const { kind, login, address } = attempt;
    const note = (account: string | null, rest: { outcome: string; id?: string }) =>
      request.log.info({ signIn: { kind, account, address, ...rest } }, 'sign-in');
    try {
      const signedIn = await sessions.signIn(attempt, password, bearerOf(request));
      note(loggedLogin(login), { outcome: 'signed-in', id: signedIn.account.id });
      return signedIn;
    } catch (error) {
      const exists = await sessions.isLogin(kind, login).catch(() => false);
      note(exists ? loggedLogin(login) : null, { outcome: asAppError(error).code });
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
}

/** Returns the page of the provider of single sign-on on which somebody signs out there, too; null for none. */
export type LeaveTo = (kind: PersonKind) => Promise<string | null>;

/** Registers the call for signing out. Only a session that single sign-on has opened leads to the provider (ADR 144). */
export function signOutRoute(
  server: BackOffice,
  { sessions, leaveTo }: { sessions: Pick<Sessions, 'signOut'>; leaveTo: LeaveTo },
): void {
  server.route({
    ...contractRoute(sessionCalls.signOut),
    async handler(request) {
      const bearer = bearerOf(request);
      const ended = bearer && (await sessions.signOut(bearer));
      const answer = succeed('Signed out', null);
      if (!ended) return answer;
      const { kind, id, way } = ended;
      request.log = request.log.child({ actor: { kind, id } });
      const address = way === 'oidc' ? await leaveTo(kind) : null;
      return address === null ? answer : { ...answer, leaveTo: address };
    },
  });
}
