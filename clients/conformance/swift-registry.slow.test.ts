import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Node, node } from '../../deploy/test/node.ts';
import { version as released } from '../typescript/version.ts';
import { runInSwiftRoot } from './clients.ts';

/* SwiftPM takes the client from the registry of a server, in an empty package (SE-0292). */

const folder = mkdtempSync(join(tmpdir(), 'adwarden-swift-'));
let server: Node;
let registry = '';
/** All versions in the registry. The first one is built from these sources. */
let versions: string[] = [];

beforeAll(async () => {
  mkdirSync(join(folder, 'data'));
  server = await node(join(folder, 'data'));
  await server.start();
  registry = `http://127.0.0.1:${server.port}/clients/swift`;
  const about = await fetch(`${registry}/adwarden/Adwarden`);
  versions = Object.keys(((await about.json()) as { releases: object }).releases);
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!process.env.SWIFT_ROOT)('in the Debian of SWIFT_ROOT (else skipped)', () => {
  test.each([
    ['what these sources make', 0],
    ['an older release', -1],
  ])('an app that names %s is built and runs', { timeout: 300_000 }, (_, at) => {
    const sources = join(folder, 'app/Sources/App');
    mkdirSync(sources, { recursive: true });
    writeFileSync(
      join(folder, 'app/Package.swift'),
      `// swift-tools-version: 6.0
import PackageDescription
let package = Package(
  name: "App",
  dependencies: [.package(id: "adwarden.Adwarden", exact: "${versions.at(at)}")],
  targets: [.executableTarget(name: "App", dependencies: [
    .product(name: "Adwarden", package: "adwarden.Adwarden")])])
`,
    );
    writeFileSync(
      join(sources, 'main.swift'),
      `import Adwarden
let ads = startAdwarden(AdwardenOptions(address: "http://127.0.0.1:1", appID: "a", authToken: "t"))
precondition(ads.adUnit(.googleBanner1) == nil && ads.reason == "no-answer")
`,
    );
    // SwiftPM remembers packages and their checksums. These folders are new, so it knows nothing yet.
    const commands = `cd /folder/app
swift package-registry set --scope adwarden --allow-insecure-http ${registry}
rm -rf .build Package.resolved
swift build --cache-path /folder/cache --security-path /folder/security
.build/debug/App`;
    runInSwiftRoot(folder, ['sh', '-ec', commands]);
  });
});

type SwiftRelease = { id: string; version: string; resources: { checksum: string }[] };

test('the answers are those of SE-0292', async () => {
  const about = await fetch(`${registry}/adwarden/Adwarden`);
  expect(about.headers.get('content-version')).toBe('1');
  expect(versions).toEqual(expect.arrayContaining([released, '0.3.0']));
  for (const version of versions) {
    const release = await fetch(`${registry}/adwarden/adwarden/${version}`);
    const { id, version: named, resources } = (await release.json()) as SwiftRelease;
    expect([id, named]).toEqual(['adwarden.Adwarden', version]);
    const archive = await fetch(`${registry}/adwarden/adwarden/${version}.zip`);
    const checksum = createHash('sha256').update(Buffer.from(await archive.arrayBuffer()));
    expect(resources.map((each) => each.checksum)).toEqual([checksum.digest('hex')]);
    const manifest = await fetch(`${registry}/adwarden/adwarden/${version}/Package.swift`);
    expect(await manifest.text()).toContain('// swift-tools-version');
  }
  const missing = await fetch(`${registry}/adwarden/other`);
  expect(missing.status).toBe(404);
  expect(missing.headers.get('content-type')).toContain('application/problem+json');
});
