import { exportCalls } from '@adwarden/contract/spreadsheets/exports';
import type { FastifyReply } from 'fastify';
import { actorOf } from '../../http/actor.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import { sendText } from '../../http/streamed-list.ts';
import type { ExportFile, Exports } from './export.service.ts';
import { fileTypes } from './export.writing.service.ts';

/** `never`, because the type of these answers is that of their JSON. */
async function sendFile(reply: FastifyReply, { format, name, text }: ExportFile): Promise<never> {
  const headers = {
    'content-type': fileTypes[format],
    'content-disposition': `attachment; filename="${name}"`,
  };
  return (await sendText(reply, headers, text)) as never;
}

/** The calls that download lists as files (ADR 38). */
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
