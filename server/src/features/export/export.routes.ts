import { exportCalls } from '@adwarden/contract/spreadsheets/exports';
import { actorOf } from '../../http/actor.ts';
import { sendFile } from '../../http/file-text.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import type { Exports } from './export.service.ts';

/** Registers the calls that download lists as files (ADR 38). */
export function exportRoutes(server: BackOffice, { exports }: { exports: Exports }): void {
  server.route({
    ...contractRoute(exportCalls.exportApps),
    handler: (request, reply) => sendFile(reply, exports.apps(actorOf(request), request.query)),
  });

  server.route({
    ...contractRoute(exportCalls.exportSelectedApps),
    handler: (request, reply) => sendFile(reply, exports.someApps(actorOf(request), request.body)),
  });

  server.route({
    ...contractRoute(exportCalls.exportUsers),
    handler: (request, reply) => sendFile(reply, exports.users(request.query)),
  });
}
