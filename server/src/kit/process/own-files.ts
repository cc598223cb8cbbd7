import { fileURLToPath } from 'node:url';

/** Whether the built program runs instead of its sources. */
export const isBuilt: boolean = import.meta.url.endsWith('.js');
/** The folder of the running files: `server/src`, or `server/dist`, where the build puts all of them in one folder (ADR 60). */
const folder = new URL(isBuilt ? '.' : '../..', import.meta.url);

/** Returns the file of a program or a thread: 'cli/backup' is `src/cli/backup.ts`, and `dist/cli.backup.js` once it is built. */
export const ownFile = (name: string): URL =>
  new URL(isBuilt ? `${name.replaceAll('/', '.')}.js` : `${name}.ts`, folder);

/** The top folder of the repository or of the release. */
export const topFolder: string = fileURLToPath(new URL('../..', folder));
