import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../deploy/programs/postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of a real PostgreSQL that the run has to itself; '' where none can run. */
    postgresUrl: string;
  }
}

/** Starts one PostgreSQL for all test files; where its program is not there, their half is skipped and counted. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  try {
    const { url, remove } = await startPostgres();
    project.provide('postgresUrl', url);
    return remove;
  } catch (error) {
    console.error(`No PostgreSQL can run here, its tests are skipped: ${(error as Error).message}`);
    project.provide('postgresUrl', '');
    // Nothing of this project can run then: every test of it is skipped, and so counted.
    if (project.config.provide.database === 'postgres') project.config.testNamePattern = /(?!)/;
    return undefined;
  }
}
