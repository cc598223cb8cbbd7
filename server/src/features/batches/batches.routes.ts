import { batchCalls } from '@adwarden/contract/batches/batches';
import { counted } from '@adwarden/contract/counted';
import { succeed } from '@adwarden/contract/envelope';
import type { FastifyRequest } from 'fastify';
import { actorOf, bearerOf } from '../../http/actor.ts';
import { boundedPage } from '../../http/bounded-page.ts';
import { clientLeft } from '../../http/client-left.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import { sha256 } from '../../kit/ids.ts';
import type { Batches } from './batches.service.ts';

/** Returns the key of the session that made a preview; the preview belongs to it. */
const sessionOf = (request: FastifyRequest): string => sha256(bearerOf(request) ?? '');

/** Registers the calls about batches: one change of many apps (ADR 37). The contract's route table says who may call them. */
export function batchRoutes(server: BackOffice, { batches }: { batches: Batches }): void {
  server.route({
    ...contractRoute(batchCalls.previewBatch),
    async handler(request, reply) {
      const session = sessionOf(request);
      const left = clientLeft(reply);
      const preview = await batches.preview(actorOf(request), session, request.body, left);
      return succeed(counted(preview.total, 'application'), preview);
    },
  });

  server.route({
    ...contractRoute(batchCalls.getBatchPreview),
    async handler(request) {
      const { previewID } = request.params;
      const session = sessionOf(request);
      const page = await batches.previewPage(actorOf(request), session, previewID, request.query);
      const { items, totals, preview } = page;
      return { ...succeed('Preview', boundedPage(items)), ...totals, preview };
    },
  });

  server.route({
    ...contractRoute(batchCalls.startBatch),
    async handler(request) {
      const { previewID } = request.body;
      const actor = actorOf(request);
      const batch = await server.once(request, {
        make: (noteMade) => batches.start(actor, sessionOf(request), previewID, noteMade),
        again: (id) => batches.read(actor, id),
      });
      return succeed(`Started: ${batch.title}`, { batch });
    },
  });

  server.route({
    ...contractRoute(batchCalls.getBatches),
    async handler(request) {
      const { items, totals } = await batches.page(actorOf(request), request.query);
      return { ...succeed('Batches', items), ...totals };
    },
  });

  server.route({
    ...contractRoute(batchCalls.getBatch),
    async handler(request) {
      const batch = await batches.read(actorOf(request), request.params.batchID);
      return succeed(batch.title, { batch });
    },
  });

  server.route({
    ...contractRoute(batchCalls.getBatchApps),
    async handler(request) {
      const { batchID } = request.params;
      const { items, totals } = await batches.apps(actorOf(request), batchID, request.query);
      return { ...succeed('Applications of the batch', items), ...totals };
    },
  });

  server.route({
    ...contractRoute(batchCalls.cancelBatch),
    async handler(request) {
      const batch = await batches.cancel(actorOf(request), request.params.batchID);
      return succeed(`Cancelled: ${batch.title}`, { batch });
    },
  });

  server.route({
    ...contractRoute(batchCalls.undoBatch),
    async handler(request) {
      const actor = actorOf(request);
      const batch = await server.once(request, {
        make: (noteMade) => batches.undo(actor, request.params.batchID, noteMade),
        again: (id) => batches.read(actor, id),
      });
      return succeed(`Started: ${batch.title}`, { batch });
    },
  });
}
