import type { FastifyReply, FastifyRequest } from 'fastify';
import { type BackOffice, openRoute } from './route.ts';
import { type StoredFile, sendStored } from './stored-file.ts';

/** Files by their paths, without a slash at the beginning. */
export type Files = ReadonlyMap<string, StoredFile>;

/**
 * Serves the files below a folder by one route: a route for each costs a tenth of a megabyte. `otherwise` answers other
 * paths; `name` is the path below the folder, decoded.
 */
export function filesBelow(
  server: BackOffice,
  files: Files,
  folder: string,
  otherwise: (name: string, request: FastifyRequest, reply: FastifyReply) => unknown,
): void {
  server.get<{ Params: { '*': string } }>(`/${folder}*`, openRoute, (request, reply) => {
    const name = request.params['*'];
    const file = files.get(folder + name);
    return file ? sendStored(reply, file) : otherwise(name, request, reply);
  });
}
