import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import openapiTypeScript, { astToString } from 'openapi-typescript';
import { rolldown } from 'rolldown';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { readDocument } from './trace.ts';

/*
 * Two clients that others' tools make from the OpenAPI document pass the type check, and use a real server: files, calls
 * without a body, refusals.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = readDocument('docs/openapi.json');
/** Inside the repository, so that the clients' imports are found. */
const folder = (() => {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  return mkdtempSync(join(cache, 'generated-clients-'));
})();

/** The document says `format: binary` of files, which openapi-typescript takes for texts unless it is told. */
const blob = ts.factory.createTypeReferenceNode('Blob');
const generators = {
  'openapi-typescript': async () => {
    const transform = ({ format }: { format?: string }) => (format === 'binary' ? blob : undefined);
    const types = await openapiTypeScript(source, { transform });
    writeFileSync(join(folder, 'schema.d.ts'), astToString(types));
    return 'openapi-client.ts';
  },
  oazapfts: async () => {
    const [tool, document] = ['node_modules/oazapfts/dist/cli.js', 'docs/openapi.json'];
    const flags = ['--useUnknown', '--futureStripLegacyMethods'];
    execFileSync(process.execPath, [tool, document, join(folder, 'api.ts'), ...flags], {
      cwd: root,
    });
    return 'oazapfts-client.ts';
  },
};

let server: ServerProcess;
const administrator = { email: 'admin@example.com', password: 'harbour-lights-9' };
beforeAll(async () => {
  const { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } = administrator;
  server = await startServer({ ADMIN_EMAIL, ADMIN_PASSWORD, ADMIN_NAME: 'Morgan', WORKERS: '1' });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server?.stop();
});

/** Returns the output of the type check; '' if there are no errors. */
function typeCheck(file: string): string {
  const options = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: 'preserve',
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: [],
  };
  const config = join(folder, `${file}.json`);
  writeFileSync(config, JSON.stringify({ compilerOptions: options, files: [file] }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  try {
    return execFileSync(process.execPath, [tsc, '--project', config], { encoding: 'utf8' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

type Given = typeof administrator & { owner: string; icon: File; table: File };
type Program = { everyday(address: string, given: Given): Promise<string[]> };

/** Builds a program and loads it: Node reads no types below node_modules. */
async function load(file: string): Promise<Program> {
  const built = join(folder, file.replace(/\.ts$/, '.mjs'));
  const bundle = await rolldown({ input: join(folder, file), platform: 'node' });
  await bundle.write({ file: built });
  await bundle.close();
  return import(pathToFileURL(built).href);
}

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe.each(Object.entries(generators))('a client of %s', (name, generate) => {
  test('passes the type check without casts, and is answered by a real server', async () => {
    const file = await generate();
    const program = readDocument(`e2e/checks/${file}`).replace(/^\/\/ @ts-nocheck.*$/m, '');
    expect(program).not.toMatch(/\bas \w|\bany\b|@ts-/);
    writeFileSync(join(folder, file), program);
    expect(typeCheck(file)).toBe('');
    const { everyday } = await load(file);
    const icon = new File([Buffer.from(png, 'base64')], 'icon.png', { type: 'image/png' });
    const table = new File(['App Name,Note\nTide Clock,first'], 'apps.csv', { type: 'text/csv' });
    const owner = file.replace(/\W.*/, '');
    const said = await everyday(server.address, { ...administrator, owner, icon, table });
    const withIcon = name === 'openapi-typescript' ? ['icon: 75'] : [];
    expect(said).toEqual([
      'a wrong password: Email or password is wrong',
      `signed in: ${administrator.email}`,
      'an app: Tide Clock',
      'ads: off',
      'Morgan was faster: off',
      ...withIcon,
      'columns: appName,note',
      'paused: Tide Clock',
      'revoked: Tide Clock',
      `invited: ${owner}`,
      'ads: off',
      'deleted: true',
    ]);
  });
});
