import { changeCalls } from '@adwarden/contract/changes/changes';
import { succeed } from '@adwarden/contract/envelope';
import { pageOfChanges, type ReadChange } from '../../changes/changes.list.store.ts';
import { presentChange } from '../../changes/changes.present.ts';
import type { Db } from '../../db/schema.ts';
import { actorOf } from '../../http/actor.ts';
import { boundedPage, inTurns } from '../../http/bounded-page.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import { seenApps } from '../../sight/apps.policy.ts';
import { mustMayAsk } from './changes.filter.policy.ts';
import { createNews } from './changes.news.service.ts';
import type { WaysBack } from './changes.restore.service.ts';

/** Registers the calls of the log of changes, and restore and undo, which are for administrators only (ADR 2, 21). */
export function changeRoutes(
  server: BackOffice,
  { db, waysBack }: { db: Db; waysBack: WaysBack },
): void {
  const readNews = createNews(db);

  server.route({
    ...contractRoute(changeCalls.getChanges),
    async handler(request) {
      const { page, pageSize, ...filter } = request.query;
      const actor = actorOf(request);
      mustMayAsk(actor, filter);
      const scope = { ...filter, ...seenApps(actor) };
      const present = (row: ReadChange) => presentChange(actor, row);
      const { rows, ...totals } = await pageOfChanges(db, scope, { page, pageSize });
      const changes = boundedPage(await inTurns(rows, present));
      return { ...succeed('Changes', changes), ...totals, page, pageSize };
    },
  });

  server.route({
    ...contractRoute(changeCalls.getNews),
    handler: async (request) =>
      succeed('News', await readNews(actorOf(request), request.query.mark)),
  });

  server.route({
    ...contractRoute(changeCalls.previewRestore),
    handler: async ({ params }) =>
      succeed('What would change', await waysBack.previewRestore(params.seq)),
  });

  server.route({
    ...contractRoute(changeCalls.restoreChange),
    async handler(request) {
      const actor = actorOf(request);
      const { message, data } = await waysBack.restore(actor, request.params.seq, request.body);
      return succeed(message, data);
    },
  });

  server.route({
    ...contractRoute(changeCalls.previewUndo),
    handler: async ({ params }) =>
      succeed('What would change', await waysBack.previewUndo(params.seq)),
  });

  server.route({
    ...contractRoute(changeCalls.undoChange),
    async handler(request) {
      const actor = actorOf(request);
      const { message, data } = await waysBack.undo(actor, request.params.seq, request.body);
      return succeed(message, data);
    },
  });
}
