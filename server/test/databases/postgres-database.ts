import { inject } from 'vitest';
import { urlOfPostgres } from '../servers/resources.ts';
import { makeDatabase, type PostgresDatabase } from './make-database.ts';

export type { PostgresDatabase } from './make-database.ts';

/** Tells whether this run has a PostgreSQL. */
export const hasPostgres = (): boolean => inject('hasPostgres');

/** Makes a database in the PostgreSQL of this run: empty, or a copy of another one that nobody uses. */
export const createPostgresDatabase = async (template?: string): Promise<PostgresDatabase> =>
  makeDatabase(await urlOfPostgres(), template);
