import { fileURLToPath } from 'node:url';

/** Whether the built program runs, and not its sources. */
export const isBuilt: boolean = import.meta.url.endsWith('.js');
/** The files that run: `server/src`, or `server/dist`, where the build puts all of them in one folder (ADR 60). */
const folder = new URL(isBuilt ? '.' : '..', import.meta.url);

/** The file of a program or a thread: 'cli/backup' is `src/cli/backup.ts`, and `dist/cli.backup.js` once it is built. */
export const ownFile = (name: string): URL =>
  new URL(isBuilt ? `${name.replaceAll('/', '.')}.js` : `${name}.ts`, folder);

/** The top of the repository or of the release. */
export const topFolder: string = fileURLToPath(new URL('../..', folder));
