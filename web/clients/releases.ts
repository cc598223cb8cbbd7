import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Files, filesIn, root, textOf, version } from './files.ts';

/** The files of the packages by version, the newest first. Package managers take them from this server. */
export type Packages = Map<string, Files>;

/** How many releases stay served, so that an app that names one of them can still be built. */
const servedReleases = 5;
/** Has a folder for each release. */
export const releasesFolder = 'docs/releases';

/** The packages of the newest releases as they were, for ever (ADR 92). */
export function storedPackages(): Packages {
  const stored = readdirSync(join(root, releasesFolder))
    .filter((name) => existsSync(join(root, releasesFolder, name, 'clients')))
    .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }));
  const newest = stored.slice(0, servedReleases);
  return new Map(newest.map((name) => [name, filesIn(`${releasesFolder}/${name}/clients`)]));
}

/** The checksums of packages, as `sha256sum` writes them, for the folder of their release. */
export const checksums = (files: Files): string =>
  [...files]
    .map(
      ([path, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  clients/${path}\n`,
    )
    .sort((one, other) => (one.slice(66) < other.slice(66) ? -1 : 1))
    .join('');

/** The checksums of a release, which are kept also when its packages are no longer served; null when it has none. */
export function storedChecksums(name: string): string | null {
  const path = `${releasesFolder}/${name}/clients.sha256`;
  return existsSync(join(root, path)) ? textOf(path) : null;
}

/** The day of each release, as the changelog says it. */
export const releaseDays = (): ReadonlyMap<string, string> =>
  new Map(
    [...textOf('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+) – (\d{4}-\d\d-\d\d)$/gm)].map(
      ([, name = '', day = '']) => [name, day],
    ),
  );

/** Whether a version was never released. */
export const isUnreleased = (name: string): boolean => name.includes('-dev-');

/**
 * A package as these sources make it. It has the version of the sources, until a release of that version is stored that is
 * different; then a version that says what is in it. `make` makes its files with a version, `decides` says by which of them
 * two are compared.
 */
export async function packageOfSources(
  make: (version: string) => Files | Promise<Files>,
  released: Files | undefined,
  decides: (path: string) => boolean = () => true,
): Promise<Packages> {
  const made = await make(version);
  const isReleased = [...made].every(
    ([path, bytes]) => !decides(path) || Buffer.compare(bytes, released?.get(path) ?? none) === 0,
  );
  if (!released) return new Map([[version, made]]);
  if (isReleased) return new Map();
  const unreleased = unreleasedVersion(made);
  return new Map([[unreleased, await make(unreleased)]]);
}

const none = new Uint8Array();

/** A version between the last release and the next one, with a checksum of what is in the package. */
function unreleasedVersion(files: Files): string {
  const [major, minor, patch] = version.split('.');
  const sum = createHash('sha256');
  for (const [path, bytes] of files) sum.update(`${path} ${bytes.length}\n`).update(bytes);
  return `${major}.${minor}.${Number(patch) + 1}-dev-${sum.digest('hex').slice(0, 8)}`;
}
