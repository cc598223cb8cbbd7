import { succeed } from '@adwarden/contract/envelope';
import {
  adminSignedIn,
  adminSignInForm,
  signedOut,
  signOutForm,
  userSignedIn,
  userSignInForm,
} from '@adwarden/contract/sessions';
import { bearerOf } from '../../http/actor.ts';
import { at, type BackOffice } from '../../http/route.ts';
import { presentAdmin, presentOwner } from './sessions.present.ts';
import type { Sessions } from './sessions.service.ts';

/** Signing in and out (spec, section 7; design, section 4 "Sessions"). */
export function sessionRoutes(server: BackOffice, { sessions }: { sessions: Sessions }): void {
  server.route({
    ...at('adminSignIn'),
    schema: { body: adminSignInForm, response: { 200: adminSignedIn } },
    async handler({ body, ip }) {
      const attempt = { kind: 'admin' as const, login: body.email, address: ip };
      const { token, account } = await sessions.signIn(attempt, body.password);
      const user = presentAdmin(account);
      return { ...succeed('Signed in', user), token, user };
    },
  });

  server.route({
    ...at('userSignIn'),
    schema: { body: userSignInForm, response: { 200: userSignedIn } },
    async handler({ body, ip }) {
      const attempt = { kind: 'user' as const, login: body.userID, address: ip };
      const { token, account } = await sessions.signIn(attempt, body.password);
      const user = presentOwner(account);
      return { ...succeed('Signed in', user), token, user };
    },
  });

  server.route({
    ...at('signOut'),
    schema: { body: signOutForm, response: { 200: signedOut } },
    async handler(request) {
      const bearer = bearerOf(request);
      if (bearer) await sessions.signOut(bearer);
      return succeed('Signed out', null);
    },
  });
}
