import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Node, node } from '../../deploy/test/node.ts';
import { version } from '../typescript/version.ts';
import { runInSwiftRoot } from './clients.ts';

/* SwiftPM takes the client from the registry of a server, in an empty package (SE-0292). */

const folder = mkdtempSync(join(tmpdir(), 'adwarden-swift-'));
let server: Node;
let registry = '';

beforeAll(async () => {
  mkdirSync(join(folder, 'data'));
  server = await node(join(folder, 'data'));
  await server.start();
  registry = `http://127.0.0.1:${server.port}/clients/swift`;
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!process.env.SWIFT_ROOT)('in the Debian of SWIFT_ROOT (else skipped)', () => {
  test('an app that names the client is built and runs', { timeout: 300_000 }, () => {
    const sources = join(folder, 'app/Sources/App');
    mkdirSync(sources, { recursive: true });
    writeFileSync(
      join(folder, 'app/Package.swift'),
      `// swift-tools-version: 6.0
import PackageDescription
let package = Package(
  name: "App",
  dependencies: [.package(id: "adwarden.Adwarden", exact: "${version}")],
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
swift build --cache-path /folder/cache --security-path /folder/security
.build/debug/App`;
    runInSwiftRoot(folder, ['sh', '-ec', commands]);
  });
});

test('the answers are those of SE-0292', async () => {
  const about = await fetch(`${registry}/adwarden/Adwarden`);
  expect(about.headers.get('content-version')).toBe('1');
  expect(await about.json()).toEqual({ releases: { [version]: {} } });
  const release = await fetch(`${registry}/adwarden/adwarden/${version}`);
  expect(await release.json()).toMatchObject({ id: 'adwarden.Adwarden', version });
  const missing = await fetch(`${registry}/adwarden/other`);
  expect(missing.status).toBe(404);
  expect(missing.headers.get('content-type')).toContain('application/problem+json');
});
