import { succeed } from '@adwarden/contract/envelope';
import { usageCalls } from '@adwarden/contract/usage';
import { actorOf } from '../../http/actor.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import type { UsageService } from './usage.service.ts';

/** Registers the calls for the number of ads requests by app (ADR 8). An administrator sees all apps, an owner only their own. */
export function usageRoutes(server: BackOffice, { usage }: { usage: UsageService }): void {
  server.route({
    ...contractRoute(usageCalls.getUsage),
    handler: async (request) =>
      succeed('Usage', await usage.overview(actorOf(request), request.query.days)),
  });

  server.route({
    ...contractRoute(usageCalls.getAppUsage),
    async handler(request) {
      const { appID } = request.params;
      return succeed('Usage', await usage.ofApp(actorOf(request), appID, request.query.days));
    },
  });
}
