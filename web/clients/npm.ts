import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { address, type Files, packedAt } from './files.ts';

export type Manifest = { name: string; version: string; description: string } & Record<
  string,
  unknown
>;

/** A package of an npm registry: the archive, and what the registry says about the package. */
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
  const path = `npm/${name}/-/${name.replace(/^@.*\//, '')}-${version}.tgz`;
  const dist = {
    tarball: `${address}/clients/${path}`,
    integrity: `sha512-${createHash('sha512').update(archive).digest('base64')}`,
    shasum: createHash('sha1').update(archive).digest('hex'),
    fileCount: all.size,
    unpackedSize: [...all.values()].reduce((sum, file) => sum + file.length, 0),
  };
  const about = {
    name,
    description: manifest.description,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, dist } },
  };
  return new Map([
    [path, archive],
    [`npm/${name}.json`, Buffer.from(JSON.stringify(about))],
  ]);
}
