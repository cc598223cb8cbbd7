import { succeed } from '@adwarden/contract/envelope';
import { viewCalls } from '@adwarden/contract/views/views';
import { actorOf } from '../../http/actor.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import type { ViewsService } from './views.service.ts';

/** Registers the calls about saved views of lists (ADR 39). */
export function viewRoutes(server: BackOffice, { views }: { views: ViewsService }): void {
  server.route({
    ...contractRoute(viewCalls.getViews),
    handler: async (request) =>
      succeed('Views', await views.of(actorOf(request), request.query.list)),
  });

  server.route({
    ...contractRoute(viewCalls.addView),
    async handler(request) {
      const actor = actorOf(request);
      const view = await server.once(request, {
        make: (noteMade) => views.add(actor, request.body, noteMade),
        again: (id) => views.read(actor, id),
      });
      return succeed('View saved', view);
    },
  });

  server.route({
    ...contractRoute(viewCalls.updateView),
    handler: async (request) =>
      succeed(
        'View saved',
        await views.update(actorOf(request), request.params.viewID, request.body),
      ),
  });

  server.route({
    ...contractRoute(viewCalls.deleteView),
    async handler(request) {
      const { id, name } = await views.remove(actorOf(request), request.params.viewID);
      return succeed(`View “${name}” deleted`, { id });
    },
  });
}
