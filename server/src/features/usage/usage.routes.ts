import { succeed } from '@adwarden/contract/envelope';
import { requiredText } from '@adwarden/contract/fields';
import { limits } from '@adwarden/contract/limits';
import { appUsageAnswer, appUsageQuery, usageAnswer, usageQuery } from '@adwarden/contract/usage';
import { z } from 'zod';
import { actorOf } from '../../http/actor.ts';
import { at, type BackOffice } from '../../http/route.ts';
import type { UsageService } from './usage.service.ts';

const params = z.object({
  id: requiredText('Please give an id', { label: 'Id', max: limits.text.id }),
});

/** How often apps were asked for (issue 4, item 7): an administrator sees all, an owner the own ones. */
export function usageRoutes(server: BackOffice, { usage }: { usage: UsageService }): void {
  server.route({
    ...at('getUsage'),
    schema: { querystring: usageQuery, response: { 200: usageAnswer } },
    handler: async (request) =>
      succeed('Usage', await usage.overview(actorOf(request), request.query.days)),
  });

  server.route({
    ...at('getAppUsage'),
    schema: { params, querystring: appUsageQuery, response: { 200: appUsageAnswer } },
    async handler(request) {
      const { id } = request.params;
      return succeed('Usage', await usage.ofApp(actorOf(request), id, request.query.days));
    },
  });
}
