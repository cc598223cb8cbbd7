import { hash } from 'node:crypto';
import { type StoredFile, typeOf } from './stored-file.ts';

const folder = 'clients/swift/';
const scope = 'adwarden';
const name = 'Adwarden';

/** An answer of the registry: its bytes and its headers. */
export type SwiftAnswer = { body: Buffer; headers: Record<string, string> };

/**
 * The registry of SwiftPM (SE-0292) for the client: the answers by their paths below /clients/swift/, in lower case. It is
 * empty when the build has no client. The paths have no endings, and some are a file and a folder, so files cannot serve
 * them.
 */
export function swiftRegistry(files: ReadonlyMap<string, StoredFile>): Map<string, SwiftAnswer> {
  const manifest = files.get(`${folder}Package.swift`);
  const [archiveName = '', archive] =
    [...files].find(([path]) => path.startsWith(folder) && path.endsWith('.zip')) ?? [];
  if (!manifest || !archive) return new Map();
  const version = archiveName.slice(`${folder}${name}-`.length, -'.zip'.length);
  const checksum = hash('sha256', archive.bytes, 'hex');
  const resources = [{ name: 'source-archive', type: 'application/zip', checksum }];
  const path = `${scope}/${name}`.toLowerCase();
  return new Map([
    [path, json({ releases: { [version]: {} } })],
    [`${path}/${version}`, json({ id: `${scope}.${name}`, version, resources, metadata: {} })],
    [`${path}/${version}/package.swift`, answer(manifest.bytes, 'text/x-swift')],
    [`${path}/${version}.zip`, answer(archive.bytes, archive.type)],
  ]);
}

const answer = (body: Buffer, type: string): SwiftAnswer => ({
  body,
  headers: { 'Content-Type': type, 'Content-Version': '1', 'Cache-Control': 'no-cache' },
});

const json = (value: object) => answer(Buffer.from(JSON.stringify(value)), typeOf('x.json'));
