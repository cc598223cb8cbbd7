import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BackOffice } from './route.ts';
import { compressFile, type StoredFile, sendStored, storedFile, typeOf } from './stored-file.ts';

/** Files that may change with the next version under the same name: asked for again each time, mostly a 304. */
const askAgain = 'no-cache';

/** Something that is made when it is first asked for, once for all who ask meanwhile. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const text = (content: string, name: string) =>
  compressFile(storedFile(Buffer.from(content), typeOf(name), askAgain));

/** The OpenAPI document and the files of its reference page, by path: made and compressed once. */
export function docsFiles(server: BackOffice): Map<string, () => Promise<StoredFile>> {
  const files = new Map<string, () => Promise<StoredFile>>();
  const json = once(() => text(JSON.stringify(server.swagger()), 'openapi.json'));
  files.set('/openapi.json', json);
  files.set('/docs/json', json);
  files.set(
    '/docs/yaml',
    once(() => text(server.swagger({ yaml: true }), 'openapi.txt')),
  );
  const folder = join(dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))), 'static');
  for (const name of readdirSync(folder)) {
    files.set(
      `/docs/static/${name}`,
      once(async () =>
        compressFile(storedFile(readFileSync(join(folder, name)), typeOf(name), askAgain)),
      ),
    );
  }
  // The plugin sends to the page from here.
  files.delete('/docs/static/index.html');
  return files;
}

/** Answers these files before the routes of a scope do, which read them anew for each reader. */
export function sendFilesFirst(
  scope: BackOffice,
  files: Map<string, () => Promise<StoredFile>>,
): void {
  scope.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const file = files.get(path);
    if (file) return sendStored(reply, await file());
  });
}
