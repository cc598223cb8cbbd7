import { accountNameCalls } from '@adwarden/contract/account-names';
import { succeed } from '@adwarden/contract/envelope';
import { actorOf } from '../../../http/actor.ts';
import { type BackOffice, contractRoute } from '../../../http/route.ts';
import type { AccountNamesService } from './apps.accounts.service.ts';

/** Registers the call about the account names of apps. */
export function accountNameRoutes(
  server: BackOffice,
  { accountNames }: { accountNames: AccountNamesService },
): void {
  server.route({
    ...contractRoute(accountNameCalls.getAccountNames),
    handler: async (request) =>
      succeed('Account names', await accountNames.find(actorOf(request), request.query)),
  });
}
