import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { startPostgres, whyNoPostgres } from '../../../deploy/programs/postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address at which tests ask for the resources of this run (resources.ts). */
    resources: string;
    /** Whether this machine has the programs of PostgreSQL. */
    hasPostgres: boolean;
  }
}

/**
 * Offers the test files of all projects one PostgreSQL and the templates of their servers; each is made when the first test asks
 * for it. Where PostgreSQL's programs are not there, their half is skipped and counted; in CI that is a failure.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = project.vitest.getRootProject();
  const isOffered = root.getProvidedContext().resources !== undefined;
  const remove = isOffered ? async () => {} : await offer(root);
  // Without PostgreSQL no test of this project can run: all are skipped, and counted as skipped.
  const needsPostgres = project.config.provide.database === 'postgres';
  if (needsPostgres && !root.getProvidedContext().hasPostgres) {
    project.config.testNamePattern = /(?!)/;
  }
  return remove;
}

async function offer(root: TestProject): Promise<() => Promise<void>> {
  const missing = await whyNoPostgres();
  // Tests that did not run must not look passed.
  if (missing && process.env.CI) throw new Error(missing);
  if (missing) console.error(`No PostgreSQL can run here, its tests are skipped: ${missing}`);

  const folder = mkdtempSync(join(tmpdir(), 'adwarden-template-'));
  const postgres = made(startPostgres);
  const urlOfPostgres = async () => (await postgres.get()).url;
  const resources = new Map<string | undefined, () => Promise<unknown>>([
    ['/postgres', urlOfPostgres],
    ['/templates/sqlite', made(() => makeTemplate(join(folder, 'sqlite'))).get],
    [
      '/templates/postgres',
      made(async () => makeTemplate(join(folder, 'postgres'), await urlOfPostgres())).get,
    ],
  ]);
  const server = createServer(async ({ url }, response) => {
    try {
      response.end(JSON.stringify(await resources.get(url)?.()));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  root.provide('resources', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  root.provide('hasPostgres', missing === '');
  return async () => {
    server.closeAllConnections();
    server.close();
    if (postgres.isAsked()) await (await postgres.get().catch(() => null))?.remove();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Makes something at the first call of `get`; each call returns the same. */
function made<T>(make: () => Promise<T>) {
  let promise: Promise<T> | undefined;
  return {
    get(): Promise<T> {
      promise ??= make();
      return promise;
    },
    isAsked: () => promise !== undefined,
  };
}

/** Makes a template in a process of its own, because this process loads the modules of the tests meanwhile. */
async function makeTemplate(folder: string, postgresUrl = ''): Promise<unknown> {
  const program = fileURLToPath(new URL('./make-template.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, folder, postgresUrl]);
  return JSON.parse(stdout);
}
