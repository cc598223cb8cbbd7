import { succeed } from '@adwarden/contract/envelope';
import { pauseCalls } from '@adwarden/contract/pauses/pauses';
import { actorOf } from '../../http/actor.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import type { PausesService } from './pauses.service.ts';

/** Registers the calls about pauses of ads (ADR 34). */
export function pauseRoutes(server: BackOffice, { pauses }: { pauses: PausesService }): void {
  server.route({
    ...contractRoute(pauseCalls.getPauses),
    async handler(request) {
      const { page, pageSize } = request.query;
      const { items, total } = await pauses.page(actorOf(request), request.query);
      return { ...succeed('Pauses', items), total, page, pageSize };
    },
  });

  server.route({
    ...contractRoute(pauseCalls.startPause),
    async handler(request) {
      const actor = actorOf(request);
      const pause = await server.once(request, {
        make: (noteMade) => pauses.start(actor, request.body, noteMade),
        again: (id) => pauses.read(actor, id),
      });
      return succeed('Ads paused', pause);
    },
  });

  server.route({
    ...contractRoute(pauseCalls.getPauseBeginning),
    handler: async (request) =>
      succeed('What the pause does', await pauses.beginning(actorOf(request), request.body)),
  });

  server.route({
    ...contractRoute(pauseCalls.getPauseEnding),
    handler: async (request) =>
      succeed('What the end does', await pauses.ending(actorOf(request), request.params.id)),
  });

  server.route({
    ...contractRoute(pauseCalls.endPause),
    handler: async (request) =>
      succeed('Ads resumed', await pauses.end(actorOf(request), request.params.id, request.body)),
  });
}
