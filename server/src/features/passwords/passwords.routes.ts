import { succeed } from '@adwarden/contract/envelope';
import { passwordCalls } from '@adwarden/contract/passwords';
import { actorOf } from '../../http/actor.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import type { ChangePassword } from './passwords.service.ts';

/** Registers the calls with which both kinds of accounts change their own password (spec, section 7). */
export function passwordRoutes(
  server: BackOffice,
  { changePassword }: { changePassword: ChangePassword },
): void {
  server.route({
    ...contractRoute(passwordCalls.adminChangePassword),
    async handler(request) {
      const { email, ...passwords } = request.body;
      await changePassword(actorOf(request), {
        login: { field: 'email', value: email },
        ...passwords,
      });
      return succeed('Password changed', null);
    },
  });

  server.route({
    ...contractRoute(passwordCalls.userChangePassword),
    async handler(request) {
      const { userID, ...passwords } = request.body;
      await changePassword(actorOf(request), {
        login: { field: 'userID', value: userID },
        ...passwords,
      });
      return succeed('Password changed', null);
    },
  });
}
