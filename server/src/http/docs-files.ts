import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { adsSchema, adsSchemaPath } from '@adwarden/contract/ads-schema';
import { notFound } from '../kit/app-error.ts';
import type { BackOffice } from './route.ts';
import { compressFile, type StoredFile, sendStored, storedFile, typeOf } from './stored-file.ts';

/** Cache-Control of files that can change with the next version: browsers revalidate them each time. */
const revalidate = 'no-cache';

/** The script of the reference page that has the document. */
export const documentScript = 'document.js';

/** Calls `make` only once; all calls share its promise. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const text = (content: string, name: string) =>
  compressFile(storedFile(Buffer.from(content), typeOf(name), revalidate));

/**
 * Returns the OpenAPI document, the files of its reference page and the schema of the ads answer, by path. Each is made and
 * compressed once, when it is first asked for.
 */
export function docsFiles(server: BackOffice): Map<string, () => Promise<StoredFile>> {
  const files = new Map<string, () => Promise<StoredFile>>();
  const json = once(() => text(JSON.stringify(server.swagger()), 'openapi.json'));
  files.set('/openapi.json', json);
  files.set('/docs/json', json);
  // JSON is YAML, too. The plugin's own YAML takes a tenth of a second, in which no ads are answered.
  files.set(
    '/docs/yaml',
    once(() => text(JSON.stringify(server.swagger(), null, 2), 'openapi.txt')),
  );
  // The page is in a sandbox, where it can fetch nothing.
  files.set(
    `/docs/static/theme/${documentScript}`,
    once(() =>
      text(`window.adwardenDocument = ${JSON.stringify(server.swagger())};`, documentScript),
    ),
  );
  files.set(
    adsSchemaPath,
    once(() => text(JSON.stringify(adsSchema()), 'ads.json')),
  );
  const folder = join(dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))), 'static');
  for (const name of readdirSync(folder)) {
    files.set(
      `/docs/static/${name}`,
      once(async () =>
        compressFile(storedFile(readFileSync(join(folder, name)), typeOf(name), revalidate)),
      ),
    );
  }
  // Left to the plugin, which redirects from here to the page.
  files.delete('/docs/static/index.html');
  return files;
}

/** The route of the plugin that reads files from the disk. */
const filesOfPlugin = '/docs/static/*';

/**
 * Answers these files before the plugin's routes, which would read them from the disk for each request. There are no
 * other files: the plugin answers paths that no file can have with 500.
 */
export function sendFilesFirst(
  scope: BackOffice,
  files: Map<string, () => Promise<StoredFile>>,
): void {
  scope.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    // To the sandbox of the reference page, its files are of another origin.
    if (path.startsWith('/docs/static/')) {
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
    }
    const file = files.get(path);
    if (file) return sendStored(reply, await file());
    if (request.routeOptions.url === filesOfPlugin) throw notFound('File');
  });
}
