import { inject } from 'vitest';
import type { Template } from './template.ts';

/** Asks for something that this run makes once, at the first request (resources.setup.ts). */
async function ask<T>(path: string): Promise<T> {
  const answer = await fetch(inject('resources') + path);
  if (!answer.ok) throw new Error(`${path} could not be made: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Starts the PostgreSQL of this run, if it does not run yet, and returns its address. */
export const urlOfPostgres = (): Promise<string> => ask('/postgres');

/** Returns the template of the servers on a kind of database. */
export const templateOf = (database: 'sqlite' | 'postgres'): Promise<Template> =>
  ask(`/templates/${database}`);
