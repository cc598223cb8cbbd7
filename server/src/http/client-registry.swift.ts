import { hash } from 'node:crypto';
import { type StoredFile, typeOf } from './stored-file.ts';

const folder = 'clients/swift/';
const scope = 'adwarden';
const name = 'Adwarden';

/** An answer of the registry: its bytes and its headers. */
export type SwiftAnswer = { body: Buffer; headers: Record<string, string> };

/**
 * Builds the registry of SwiftPM (SE-0292) for the client: the answers by their paths below /clients/swift/, in lower case. It
 * is empty when the build has no client. The paths have no endings, and some are a file and a folder, so files cannot serve
 * them.
 */
export function swiftRegistry(files: ReadonlyMap<string, StoredFile>): Map<string, SwiftAnswer> {
  const answers = new Map<string, SwiftAnswer>();
  const releases: Record<string, object> = {};
  const path = `${scope}/${name}`.toLowerCase();
  for (const [file, archive] of files) {
    const version = archiveOf.exec(file)?.[1];
    const manifest = files.get(`${folder}${name}-${version}.swift`);
    if (version === undefined || !manifest) continue;
    const checksum = hash('sha256', archive.bytes, 'hex');
    const resources = [{ name: 'source-archive', type: 'application/zip', checksum }];
    const release = { id: `${scope}.${name}`, version, resources, metadata: {} };
    releases[version] = {};
    answers.set(`${path}/${version}`, json(release));
    answers.set(`${path}/${version}/package.swift`, answer(manifest.bytes, 'text/x-swift'));
    answers.set(`${path}/${version}.zip`, answer(archive.bytes, archive.type));
  }
  if (answers.size > 0) answers.set(path, json({ releases }));
  return answers;
}

/** The archive of a version. */
const archiveOf = new RegExp(`^${folder}${name}-(\\d.*)\\.zip$`);

const answer = (body: Buffer, type: string): SwiftAnswer => ({
  body,
  headers: { 'Content-Type': type, 'Content-Version': '1', 'Cache-Control': 'no-cache' },
});

const json = (value: object) => answer(Buffer.from(JSON.stringify(value)), typeOf('x.json'));
