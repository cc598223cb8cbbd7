import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { type Files, filesIn, packedAt, root, textOf, version } from './files.ts';
import { mavenRepository } from './maven.ts';
import { npmPackage } from './npm.ts';
import { typescriptFiles, typescriptManifest } from './typescript.ts';
import { unityPackage } from './unity.ts';

const protocol = () => strToU8(textOf('docs/client-protocol.md'));

/** The README of a client, whose links to the protocol and to other clients work beside it. */
const readmeOf = (name: string) =>
  strToU8(
    textOf(`clients/${name}/README.md`)
      .replaceAll('../../docs/', '')
      .replace(/\.\.\/(\w+)\/README\.md/g, '$1.md'),
  );

/** The folders of the clients. */
const names = () =>
  readdirSync(join(root, 'clients')).filter(
    (name) => name !== 'conformance' && existsSync(join(root, 'clients', name, 'README.md')),
  );

/** Each client as a zip and its README, and the protocol. That of TypeScript is compiled. */
function zips(typescript: Files): Files {
  const files: Files = new Map([['protocol.md', protocol()]]);
  for (const name of names()) {
    const own = Object.fromEntries(name === 'typescript' ? typescript : filesIn(`clients/${name}`));
    own['README.md'] = readmeOf(name);
    own['client-protocol.md'] = protocol();
    const folder = { [`adwarden-${name}`]: own };
    files.set(`adwarden-${name}.zip`, zipSync(folder, { mtime: packedAt }));
    files.set(`${name}.md`, readmeOf(name));
  }
  return files;
}

async function npmPackages(typescript: Files): Promise<Files> {
  const { files, manifest } = unityPackage();
  const beside: Files = new Map([
    ['README.md', readmeOf('typescript')],
    ['LICENSE', strToU8(textOf('LICENSE'))],
  ]);
  return new Map([
    ...(await npmPackage(typescriptManifest, new Map([...typescript, ...beside]))),
    ...(await npmPackage({ ...manifest, version }, files)),
  ]);
}

/** What SwiftPM takes: the zip of the client, and its manifest alone. */
const swiftPackage = (zip: Uint8Array | undefined): Files =>
  new Map([
    [`swift/Adwarden-${version}.zip`, zip ?? new Uint8Array()],
    ['swift/Package.swift', strToU8(textOf('clients/swift/Package.swift'))],
  ]);

/** The files that an installation serves below /clients (ADR 55). `warn` is told what this machine cannot build. */
export async function clientFiles(warn: (message: string) => void): Promise<Files> {
  const typescript = await typescriptFiles();
  const zipped = zips(typescript);
  return new Map([
    ...zipped,
    ...(await npmPackages(typescript)),
    ...mavenRepository(warn),
    ...swiftPackage(zipped.get('adwarden-swift.zip')),
  ]);
}
