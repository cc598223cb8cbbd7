import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { type Files, filesIn, packedAt, root, textOf, version } from './files.ts';
import { decidesJava, javaJars, mavenPackage, mavenRepository } from './maven.ts';
import { npmPackage, npmRegistry } from './npm.ts';
import { type Packages, packageOfSources, storedPackages } from './releases.ts';
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

/** The package for SwiftPM. */
const swiftPackage = (zip: Uint8Array, name: string): Files =>
  new Map([[`swift/Adwarden-${name}.zip`, zip]]);

/** The manifest of each package, which SwiftPM asks for beside it. */
const swiftManifests = (packages: Packages): Files =>
  new Map(
    [...packages.values()].flatMap((files) =>
      [...files]
        .filter(([path]) => path.startsWith('swift/'))
        .map(([path, zip]): [string, Uint8Array] => {
          const manifest = 'adwarden-swift/Package.swift';
          const found = unzipSync(zip, { filter: ({ name }) => name === manifest })[manifest];
          if (!found) throw new Error(`${path} has no manifest`);
          return [path.replace(/\.zip$/, '.swift'), found];
        }),
    ),
  );

/**
 * The packages that these sources make. `released` are those of the release that has their version, if there is one. `warn`
 * is told what this machine cannot build.
 */
export async function packagesOfSources(
  released: Files | undefined,
  typescript: Files,
  warn: (message: string) => void,
): Promise<Packages> {
  const swift = zips(typescript).get('adwarden-swift.zip') ?? new Uint8Array();
  const javascript: Files = new Map([
    ...typescript,
    ['README.md', readmeOf('typescript')],
    ['LICENSE', strToU8(textOf('LICENSE'))],
  ]);
  const unity = unityPackage();
  const jars = javaJars(warn);
  const made = [
    await packageOfSources(
      (name) => npmPackage({ ...typescriptManifest, version: name }, javascript),
      released,
    ),
    await packageOfSources(
      (name) => npmPackage({ ...unity.manifest, version: name }, unity.files),
      released,
    ),
    await packageOfSources((name) => swiftPackage(swift, name), released),
    jars && (await packageOfSources((name) => mavenPackage(jars, name), released, decidesJava)),
  ];
  return joined(made.flatMap((each) => (each ? [each] : [])));
}

/** Several packages of each version as one. */
function joined(all: Packages[]): Packages {
  const packages: Packages = new Map();
  for (const [name, files] of all.flatMap((each) => [...each])) {
    packages.set(name, new Map([...(packages.get(name) ?? []), ...files]));
  }
  return packages;
}

/** The files that an installation serves below /clients (ADR 55, 92). `warn` is told what this machine cannot build. */
export async function clientFiles(warn: (message: string) => void): Promise<Files> {
  const stored = storedPackages();
  const typescript = await typescriptFiles();
  const packages = joined([await packagesOfSources(stored.get(version), typescript, warn), stored]);
  return new Map([
    ...zips(typescript),
    ...[...packages.values()].flatMap((files) => [...files]),
    ...(await npmRegistry(packages)),
    ...mavenRepository(packages),
    ...swiftManifests(packages),
  ]);
}
