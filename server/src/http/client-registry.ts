import type { FastifyRequest } from 'fastify';
import { swiftRegistry } from './client-registry.swift.ts';
import type { BackOffice } from './route.ts';
import { type StoredFile, sendStored, storedFile, typeOf } from './stored-file.ts';

const open = { schema: { hide: true }, config: { open: true as const } };
const npm = 'clients/npm/';
const problemType = 'application/problem+json';

/** What the wildcard of a route stands for, decoded. */
type Rest = { '*': string };

/**
 * Answers the package managers of app developers (ADR 55). The packages are files of the build; here is what a file
 * cannot do: addresses of this server in an answer, slashes that npm encodes, and the 404 of each registry.
 */
export function clientRegistry(
  server: BackOffice,
  files: ReadonlyMap<string, StoredFile>,
  publicUrl: string,
): void {
  const addressOf = ({ protocol, host }: FastifyRequest) => publicUrl || `${protocol}://${host}`;
  const packages = [...files].flatMap(([name, { bytes }]) =>
    name.startsWith(npm) && name.endsWith('.json') ? [bytes.toString()] : [],
  );
  const abouts = new Map(packages.map((about) => [JSON.parse(about).name as string, about]));

  // npm encodes the slash of a name, which no static route takes.
  server.get<{ Params: Rest }>(`/${npm}*`, open, (request, reply) => {
    const about = abouts.get(request.params['*']);
    if (!about) return reply.code(404).send({ error: 'Not found' });
    const text = about.replaceAll('{address}', addressOf(request));
    return sendStored(reply, storedFile(Buffer.from(text), typeOf('x.json'), 'no-cache'));
  });
  // Unity lists the packages of a registry by a search.
  server.get(`/${npm}-/v1/search`, open, () => {
    const objects = packages.map((about) => {
      const { name, description, 'dist-tags': tags } = JSON.parse(about);
      return { package: { name, description, version: tags.latest } };
    });
    return { objects, total: objects.length };
  });
  const swift = swiftRegistry(files);
  server.get<{ Params: Rest }>('/clients/swift/*', open, (request, reply) => {
    const found = swift.get(request.params['*'].toLowerCase());
    if (found) return reply.headers(found.headers).send(found.body);
    const problem = JSON.stringify({ title: 'Not found', status: 404 });
    return reply.code(404).headers({ 'Content-Version': '1' }).type(problemType).send(problem);
  });
  server.get('/clients/maven/*', open, (_request, reply) =>
    reply.code(404).type(typeOf('x.txt')).send('Not found'),
  );
}
