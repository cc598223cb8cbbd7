import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { adsSchema, adsSchemaPath } from '@adwarden/contract/ads-schema';
import type { openApiDocument } from '@adwarden/contract/openapi/document';
import { docsMark, docsScript, docsStyles } from './docs-page.ts';
import { compressFile, type StoredFile, storedFile, typeOf } from './stored-file.ts';

/** Cache-Control of files that can change with the next version: browsers revalidate them each time. */
const revalidate = 'no-cache';

type File = () => Promise<StoredFile>;

/** Makes and compresses a file once, when it is first asked for. */
function once(name: string, contentOf: () => string | Buffer): File {
  let made: Promise<StoredFile> | undefined;
  return () => {
    made ??= compressFile(storedFile(Buffer.from(contentOf()), typeOf(name), revalidate));
    return made;
  };
}

/** Returns the path of a file of Swagger UI. */
const ofSwaggerUi = (name: string): string =>
  join(dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))), 'static', name);

/**
 * Returns the OpenAPI document and the schema of the ads answer, by their paths, and the files of the reference page, by their
 * names below `/docs/static/`.
 */
export function docsFiles(document: () => ReturnType<typeof openApiDocument>) {
  const json = once('openapi.json', () => JSON.stringify(document()));
  const besides = new Map<string, File>([
    ['/openapi.json', json],
    ['/docs/json', json],
    // JSON is YAML, too.
    ['/docs/yaml', once('openapi.txt', () => JSON.stringify(document(), null, 2))],
    [adsSchemaPath, once('ads.json', () => JSON.stringify(adsSchema()))],
  ]);
  const made: Record<string, () => string> = {
    // The page is in a sandbox, where it can fetch nothing.
    'theme/document.js': () => `window.adwardenDocument = ${JSON.stringify(document())};`,
    'theme/page.js': () => docsScript,
    'theme/page.css': () => docsStyles,
    'theme/favicon.svg': () => docsMark,
  };
  const ofPage = new Map<string, File>();
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
    ofPage.set(
      name,
      once(name, () => readFileSync(ofSwaggerUi(name))),
    );
  }
  for (const [name, contentOf] of Object.entries(made)) ofPage.set(name, once(name, contentOf));
  return { besides, ofPage };
}
