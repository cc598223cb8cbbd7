import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../deploy/programs/postgres.ts';
import type { Template } from './template.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of a real PostgreSQL that the run has to itself; '' where none can run. */
    postgresUrl: string;
    /** The templates from which test servers start; null for PostgreSQL where none can run. */
    templates: { sqlite: Template; postgres: Template | null };
  }
}

/**
 * Starts one PostgreSQL for the test files of all projects, and makes the templates of their servers. Where PostgreSQL's program
 * is not there, their half is skipped and counted; in CI that is a failure.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = project.vitest.getRootProject();
  const isMade = root.getProvidedContext().templates !== undefined;
  const remove = isMade ? async () => {} : await make(root);
  // Without PostgreSQL no test of this project can run: all are skipped, and counted as skipped.
  const needsPostgres = project.config.provide.database === 'postgres';
  if (needsPostgres && root.getProvidedContext().postgresUrl === '') {
    project.config.testNamePattern = /(?!)/;
  }
  return remove;
}

async function make(root: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres().catch((error: Error) => {
    // Tests that did not run must not look passed.
    if (process.env.CI) throw error;
    console.error(`No PostgreSQL can run here, its tests are skipped: ${error.message}`);
    return null;
  });
  const url = server?.url ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-template-'));
  const program = fileURLToPath(new URL('make-templates.ts', import.meta.url));
  const made = execFileSync(process.execPath, [program, folder, url], { encoding: 'utf8' });
  root.provide('postgresUrl', url);
  root.provide('templates', JSON.parse(made));
  return async () => {
    await server?.remove();
    rmSync(folder, { recursive: true, force: true });
  };
}
