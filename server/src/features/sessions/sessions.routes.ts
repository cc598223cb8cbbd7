import { succeed } from '@adwarden/contract/envelope';
import { bearerOf } from '../../http/actor.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import { presentAdmin, presentOwner } from './sessions.present.ts';
import type { Sessions } from './sessions.service.ts';

/** Signing in and out (spec, section 7; design, section 4 "Sessions"). */
export function sessionRoutes(server: BackOffice, { sessions }: { sessions: Sessions }): void {
  server.route({
    ...contractRoute('adminSignIn'),
    async handler(request) {
      const { body, ip } = request;
      const attempt = { kind: 'admin' as const, login: body.email, address: ip };
      const { token, account } = await sessions.signIn(attempt, body.password, bearerOf(request));
      const user = presentAdmin(account);
      return { ...succeed('Signed in', user), token, user };
    },
  });

  server.route({
    ...contractRoute('userSignIn'),
    async handler(request) {
      const { body, ip } = request;
      const attempt = { kind: 'user' as const, login: body.userID, address: ip };
      const { token, account } = await sessions.signIn(attempt, body.password, bearerOf(request));
      const user = presentOwner(account);
      return { ...succeed('Signed in', user), token, user };
    },
  });

  server.route({
    ...contractRoute('signOut'),
    async handler(request) {
      const bearer = bearerOf(request);
      if (bearer) await sessions.signOut(bearer);
      return succeed('Signed out', null);
    },
  });
}
