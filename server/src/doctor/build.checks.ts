import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isBuilt, topFolder } from '../kit/process/own-files.ts';
import { type Check, fine, questionMs } from './check.ts';

const run = promisify(execFile);
/** The time limit. Reading all sources takes 0.2 s; if it takes longer than this, the check says nothing. */
const withinMs = questionMs;

/** The file where the build notes its sources. Other builds, such as that of an image, have no such file. */
const stampFile = join(topFolder, 'server/dist/.built-from');
/** The program that compares the builds with the sources. Archives and images have neither the sources nor this program. */
const comparison = join(topFolder, 'scripts/changed-sources.mjs');

const readStamp = () => (existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '');
/** The stamp of the program that this process runs: it is read when the program is loaded. */
const ownStamp = isBuilt ? readStamp() : '';

const names: Record<string, string> = { web: 'web app', server: 'server' };

/** Checks that the running program was built from the sources that are here now. Says nothing where there are no sources. */
export async function checkBuild(): Promise<Check[]> {
  if (!ownStamp || !existsSync(comparison)) return [];
  let changed: string[];
  try {
    // It has a process of its own: it must not block anything here.
    const options = { cwd: topFolder, timeout: withinMs };
    changed = JSON.parse((await run(process.execPath, [comparison], options)).stdout);
  } catch {
    return [];
  }
  if (changed.length > 0) {
    const stale = changed.map((name) => names[name]).join(' and the ');
    const verb = changed.length > 1 ? 'were' : 'was';
    return [
      {
        name: 'build',
        state: 'warning',
        what: `The ${stale} ${verb} built from other sources than those that are in ${topFolder} now`,
        why: 'After a pull or a change, the earlier version goes on until it is built again.',
        todo: 'Run `npm run build`, and restart the server.',
      },
    ];
  }
  const lastStamp = readStamp();
  // There is no stamp while a build is made.
  if (lastStamp && lastStamp !== ownStamp) {
    return [
      {
        name: 'build',
        state: 'warning',
        what: 'The server was built again after it was started, so it still runs the earlier version',
        why: 'What is new begins with the next start.',
        todo: 'Restart the server.',
      },
    ];
  }
  return [fine('build', 'Web app and server were built from the sources beside them')];
}
