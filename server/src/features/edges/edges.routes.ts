import { edgeCalls } from '@adwarden/contract/edges';
import { succeed } from '@adwarden/contract/envelope';
import { actorOf } from '../../http/actor.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import type { EdgesService } from './edges.service.ts';

/** Registers the calls about the edges that follow the offices of this database (ADR 49). */
export function edgeRoutes(server: BackOffice, { edges }: { edges: EdgesService }): void {
  server.route({
    ...contractRoute(edgeCalls.getEdges),
    async handler(request) {
      const { page, pageSize } = request.query;
      const { items, total } = await edges.page(request.query);
      return { ...succeed('Edges', items), total, page, pageSize };
    },
  });

  server.route({
    ...contractRoute(edgeCalls.forgetEdge),
    async handler(request) {
      const { name } = request.params;
      await edges.forget(actorOf(request), name);
      return succeed(`${name} forgotten`, { name });
    },
  });
}
