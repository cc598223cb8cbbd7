import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packTar, unpackTar } from 'modern-tar';
import { address, type Files, packedAt } from './files.ts';
import { isUnreleased, type Packages, releaseDays } from './releases.ts';

export type Manifest = { name: string; version: string; description: string } & Record<
  string,
  unknown
>;

/** The archive of a package for a registry of npm. */
export async function npmPackage(manifest: Manifest, files: Files): Promise<Files> {
  const { name, version } = manifest;
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  const all: Files = new Map([['package.json', bytes], ...files]);
  const tar = await packTar(
    [...all].map(([path, body]) => ({
      header: { name: `package/${path}`, size: body.length, mtime: packedAt },
      body,
    })),
  );
  const archive = gzipSync(tar, { level: 9 });
  return new Map([[`npm/${name}/-/${name.replace(/^@.*\//, '')}-${version}.tgz`, archive]]);
}

/** The npm registry's description of each package: its versions, their addresses, and their release days. */
export async function npmRegistry(packages: Packages): Promise<Files> {
  const versions = new Map<string, Record<string, Manifest & { dist: object }>>();
  for (const [path, archive] of [...packages.values()].flatMap((files) => [...files])) {
    if (!path.endsWith('.tgz')) continue;
    const described = await describe(path, archive);
    const { name, version } = described;
    versions.set(name, { ...versions.get(name), [version]: described });
  }
  return new Map(
    [...versions].map(([name, each]) => [
      `npm/${name}.json`,
      Buffer.from(JSON.stringify(about(name, each))),
    ]),
  );
}

/** The manifest in an archive, and what npm checks the archive by. */
async function describe(path: string, archive: Uint8Array) {
  const files = await unpackTar(gunzipSync(archive));
  const own = files.find(({ header }) => header.name === 'package/package.json')?.data;
  const dist = {
    tarball: `${address}/clients/${path}`,
    integrity: `sha512-${createHash('sha512').update(archive).digest('base64')}`,
    shasum: createHash('sha1').update(archive).digest('hex'),
    fileCount: files.length,
    unpackedSize: files.reduce((sum, { header }) => sum + (header.size ?? 0), 0),
  };
  return { ...(JSON.parse(Buffer.from(own ?? []).toString()) as Manifest), dist };
}

/**
 * `latest` is the newest release. `next` is the package of the present sources, which may be that release. Yarn and pnpm
 * refuse a version without a time, or with a new one, unless they are told to trust the package. A version that was not
 * released has no time.
 */
function about(name: string, versions: Record<string, Manifest>) {
  const newestFirst = Object.keys(versions);
  const [next = ''] = newestFirst;
  const latest = newestFirst.find((version) => !isUnreleased(version)) ?? next;
  const days = releaseDays();
  const released = newestFirst.flatMap((version) => {
    const day = days.get(version);
    return day ? [[version, `${day}T00:00:00.000Z`]] : [];
  });
  const time = {
    ...(released[0] && { created: released.at(-1)?.[1], modified: released[0][1] }),
    ...Object.fromEntries(released),
  };
  const { description } = versions[latest] ?? {};
  return { name, description, 'dist-tags': { latest, next }, time, versions };
}
