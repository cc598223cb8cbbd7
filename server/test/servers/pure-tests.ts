import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const server = fileURLToPath(new URL('../..', import.meta.url));
/** Files in server/test and deploy/programs start servers and programs, and make databases. */
const helpers = /from '(\.\.\/)+(test|deploy)\//;

/** Returns the tests of the server that start no server and make no database, as paths in server/. */
export const pureTests = (): string[] =>
  globSync('src/**/*.test.ts', { cwd: server })
    .filter((file) => !helpers.test(readFileSync(join(server, file), 'utf8')))
    .sort();
