import { succeed } from '@adwarden/contract/envelope';
import { pastedListCalls } from '@adwarden/contract/pasted/pasted-lists';
import { actorOf } from '../../http/actor.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import type { PastedLists } from './pasted-lists.service.ts';

/** Registers the calls about the lists by which apps are found (ADR 82). */
export function pastedListRoutes(
  server: BackOffice,
  { pastedLists }: { pastedLists: PastedLists },
): void {
  server.route({
    ...contractRoute(pastedListCalls.addPastedList),
    handler: async (request) =>
      succeed('Pasted list', await pastedLists.add(actorOf(request), request.body)),
  });

  server.route({
    ...contractRoute(pastedListCalls.getPastedList),
    handler: async (request) =>
      succeed('Pasted list', await pastedLists.find(actorOf(request), request.params.id)),
  });
}
