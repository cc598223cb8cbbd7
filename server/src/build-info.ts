import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { topFolder } from './kit/process/own-files.ts';

/** The version of the program, and its commit where that is known ('' otherwise). */
export type BuildInfo = { version: string; commit: string };

let known: BuildInfo | undefined;

/** Finds the commit of an image (`ADWARDEN_COMMIT`), of an archive (its file `commit`), or of a clone. */
function findCommit(): string {
  const given = process.env.ADWARDEN_COMMIT ?? '';
  if (/^[\w.-]{1,40}$/.test(given)) return given;
  const packed = join(topFolder, 'commit');
  if (existsSync(packed)) return readFileSync(packed, 'utf8').trim();
  if (!existsSync(join(topFolder, '.git'))) return '';
  try {
    const options = { cwd: topFolder, encoding: 'utf8', timeout: 2000 } as const;
    const stdio: ('ignore' | 'pipe')[] = ['ignore', 'pipe', 'ignore'];
    return execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { ...options, stdio }).trim();
  } catch {
    // No git, or the folder belongs to somebody else.
    return '';
  }
}

/** Returns the build that this process runs, as it was at its start. */
export function buildInfo(): BuildInfo {
  known ??= { version: packageJson.version, commit: findCommit() };
  return known;
}

/** Returns the same in words, such as "0.2.0 (1a2b3c4d5e)". */
export function programName(): string {
  const { version, commit } = buildInfo();
  return commit ? `${version} (${commit})` : version;
}
