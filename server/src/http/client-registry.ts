import type { IncomingMessage } from 'node:http';
import { swiftRegistry } from './client-registry.swift.ts';
import { type Files, filesBelow } from './files-below.ts';
import { type BackOffice, openRoute } from './route.ts';
import { sendStored, storedFile, typeOf } from './stored-file.ts';

const npm = 'clients/npm/';
const problemType = 'application/problem+json';

/**
 * Answers the package managers of app developers (ADR 55). The packages are files of the build; here is what a file
 * cannot do: addresses of this server in an answer, slashes that npm encodes, and the 404 of each registry.
 */
export function clientRegistry(
  server: BackOffice,
  files: Files,
  addressOf: (request: IncomingMessage) => string | null,
): void {
  const packages = [...files].flatMap(([name, { bytes }]) =>
    name.startsWith(npm) && name.endsWith('.json') ? [bytes.toString()] : [],
  );
  const abouts = new Map(packages.map((about) => [JSON.parse(about).name as string, about]));

  // npm encodes the slash of a name, which no static route takes.
  filesBelow(server, files, npm, (name, request, reply) => {
    const about = abouts.get(name);
    if (!about) return reply.code(404).send({ error: 'Not found' });
    const address = addressOf(request.raw);
    if (address === null) {
      return reply.code(400).send({ error: 'The Host of this request is no name of a server' });
    }
    const text = about.replaceAll('{address}', () => address);
    return sendStored(reply, storedFile(Buffer.from(text), typeOf('x.json'), 'no-cache'));
  });
  // Unity lists the packages of a registry by a search.
  server.get(`/${npm}-/v1/search`, openRoute, () => {
    const objects = packages.map((about) => {
      const { name, description, 'dist-tags': tags } = JSON.parse(about);
      return { package: { name, description, version: tags.latest } };
    });
    return { objects, total: objects.length };
  });
  const swift = swiftRegistry(files);
  filesBelow(server, files, 'clients/swift/', (name, _request, reply) => {
    const found = swift.get(name.toLowerCase());
    if (found) return reply.headers(found.headers).send(found.body);
    const problem = JSON.stringify({ title: 'Not found', status: 404 });
    return reply.code(404).headers({ 'Content-Version': '1' }).type(problemType).send(problem);
  });
  filesBelow(server, files, 'clients/maven/', (_name, _request, reply) =>
    reply.code(404).type(typeOf('x.txt')).send('Not found'),
  );
}
