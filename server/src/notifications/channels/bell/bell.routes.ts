import { succeed } from '@adwarden/contract/envelope';
import { bellCalls } from '@adwarden/contract/notifications/bell';
import { actorOf } from '../../../http/actor.ts';
import { type BackOffice, contractRoute } from '../../../http/route.ts';
import type { BellService } from './bell.service.ts';

/** Registers the calls of each person's bell (ADR 57). */
export function bellRoutes(server: BackOffice, { bell }: { bell: BellService }): void {
  server.route({
    ...contractRoute(bellCalls.getBell),
    async handler(request) {
      const { items, unread } = await bell.list(actorOf(request));
      return { ...succeed('Bell', items), unread };
    },
  });

  server.route({
    ...contractRoute(bellCalls.readBell),
    handler: async (request) =>
      succeed('Read', await bell.read(actorOf(request), request.body.ids)),
  });
}
