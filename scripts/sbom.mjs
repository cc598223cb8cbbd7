// The SBOM of an archive (CycloneDX), made from what lies in it.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { read, sha256 } from './paths.mjs';

const foldersIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
        .map(({ name }) => name)
    : [];

/** Returns all packages in a folder node_modules, without the links to our own parts. */
function packagesIn(modules) {
  const names = foldersIn(modules).flatMap((name) =>
    name.startsWith('@')
      ? foldersIn(path.join(modules, name)).map((own) => `${name}/${own}`)
      : [name],
  );
  return names.flatMap((name) => {
    const folder = path.join(modules, name);
    const { version, license } = JSON.parse(read(path.join(folder, 'package.json')) || '{}');
    const inside = packagesIn(path.join(folder, 'node_modules'));
    return version ? [{ name, version, license }, ...inside] : inside;
  });
}

/** Returns the packages that the build has put into the pages (web/packages.ts). */
const packagesInPages = (dist) => JSON.parse(read(path.join(dist, '.packages.json')));

/** Returns a license by its SPDX id, by an expression of several, or none. */
function licensesOf(license) {
  if (typeof license !== 'string' || license === '') return {};
  return { licenses: [/ /.test(license) ? { expression: license } : { license: { id: license } }] };
}

const purlOf = ({ name, version }) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;

/** Describes the archive in the folder `stage`. `about` is the package.json of the archive, `time` an ISO time. */
export function sbomOf(stage, about, time) {
  const all = [
    ...packagesIn(path.join(stage, 'node_modules')),
    ...packagesInPages(path.join(stage, 'web/dist')),
  ];
  const components = [...new Map(all.map((one) => [purlOf(one), one])).entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([purl, { name, version, license }]) => ({
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
      ...licensesOf(license),
    }));
  const own = {
    type: 'application',
    name: about.name,
    version: about.version,
    description: about.description,
    ...licensesOf(about.license),
  };
  const hash = sha256(JSON.stringify([own, components]));
  const uuid = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${uuid}`,
    version: 1,
    metadata: { timestamp: time, component: { 'bom-ref': purlOf(about), ...own } },
    components,
  };
}
