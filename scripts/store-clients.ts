// `npm run store-release` runs it: stores the packages of the clients, which this version has for ever from then on, and
// their checksums (ADR 92).
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packagesOfSources } from '../web/clients/client-files.ts';
import { root, version } from '../web/clients/files.ts';
import { decidesJava } from '../web/clients/maven.ts';
import { checksums, releasesFolder, storedChecksums } from '../web/clients/releases.ts';
import { typescriptFiles } from '../web/clients/typescript.ts';

function refuse(message: string): never {
  console.error(`No package was stored. ${message}`);
  process.exit(1);
}

const packages = await packagesOfSources(undefined, await typescriptFiles(), refuse);
const files = packages.get(version) ?? new Map();
if (![...files.keys()].some(decidesJava)) refuse('There is no Java compiler (javac).');
const before = storedChecksums(version);
const now = checksums(files);
if (before !== null && before !== now) {
  refuse(`${version} has other packages already. Give all packages a new version first.`);
}
const folder = join(root, releasesFolder, version);
for (const [path, bytes] of files) {
  const file = join(folder, 'clients', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}
writeFileSync(join(folder, 'clients.sha256'), now);
console.log(`Stored ${files.size} packages of ${version}`);
