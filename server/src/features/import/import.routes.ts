import { counted } from '@adwarden/contract/counted';
import { succeed } from '@adwarden/contract/envelope';
import { importCalls } from '@adwarden/contract/spreadsheets/imports';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOf, bearerOf } from '../../http/actor.ts';
import { clientLeft } from '../../http/client-left.ts';
import { sendFile } from '../../http/file-text.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import type { Upload } from '../../http/upload.ts';
import { invalidField } from '../../kit/app-error.ts';
import { sha256 } from '../../kit/ids.ts';
import { importTemplate, someRows } from './import.files.service.ts';
import type { Imports } from './import.service.ts';

/** The longest time for one file, in milliseconds: a large one takes longer than a connection may otherwise be silent. */
const longestMs = 10 * 60_000;

/** Returns the file of the form; refuses (400) a form without one. */
function fileOf({ upload }: FastifyRequest, reply: FastifyReply): Upload {
  if (!upload) throw invalidField('file', 'Please Select File');
  reply.raw.setTimeout(longestMs, () => reply.raw.destroy());
  return upload;
}

/** Registers the calls that read files of applications (ADR 38). */
export function importRoutes(server: BackOffice, { imports }: { imports: Imports }): void {
  server.route({
    ...contractRoute(importCalls.readImportColumns),
    async handler(request, reply) {
      const file = fileOf(request, reply);
      const read = imports.columns(actorOf(request), file, request.body, clientLeft(reply));
      return succeed('Columns', await read);
    },
  });

  server.route({
    ...contractRoute(importCalls.takeImportRows),
    async handler(request, reply) {
      return sendFile(reply, await someRows(fileOf(request, reply), request.body.rows));
    },
  });

  server.route({
    ...contractRoute(importCalls.getImportTemplate),
    handler: (request, reply) =>
      sendFile(reply, importTemplate(actorOf(request), request.query.format)),
  });

  server.route({
    ...contractRoute(importCalls.importApps),
    async handler(request, reply) {
      const actor = actorOf(request);
      // The preview belongs to the session that made it, like other previews.
      const session = sha256(bearerOf(request) ?? '');
      const file = fileOf(request, reply);
      const preview = await imports.preview(actor, session, file, request.body, clientLeft(reply));
      return succeed(counted(preview.total, 'row'), preview);
    },
  });
}
