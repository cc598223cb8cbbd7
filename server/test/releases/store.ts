import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { startPostgres } from '../../../deploy/programs/postgres.ts';
import { killServers, startServer } from '../servers/server-process.ts';
import { dumpPostgres } from './dump-postgres.ts';
import { fillInstallation } from './fill.ts';
import { releaseFolder, secretKey } from './open.ts';
import { askAll, type StoredAnswers } from './stored.ts';

/*
 * npm run store-release [-- FOLDER]: stores the OpenAPI document, the databases and the answers of the version
 * that is checked out here, or in FOLDER; here also the packages of the clients.
 */

const root = fileURLToPath(new URL('../../..', import.meta.url));
const checkout = resolve(process.argv[2] ?? root);
const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
const main = join(checkout, 'server/src/main.ts');
const folder = releaseFolder(version);

/** Fills an installation on this database, keeps a copy of it, and answers what it says to all questions. */
async function storeAnswers(
  database: Record<string, string>,
  keepCopy: () => Promise<void>,
): Promise<StoredAnswers> {
  const environment = { ...database, SECRET_KEY: secretKey };
  const first = await startServer(environment, main);
  const bearers = await fillInstallation(first.address);
  await first.stop(); // writes the usage
  await keepCopy();
  const { address, stop } = await startServer(environment, main);
  const answers = await askAll(address, bearers);
  await stop();
  return { at: Date.now(), bearers, ...answers };
}

function write(name: string, content: string | Buffer): void {
  const bytes = gzipSync(content, { level: 9 });
  writeFileSync(join(folder, `${name}.gz`), bytes);
  console.log(`${name}.gz: ${bytes.length} bytes`);
}

const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-release-'));
const postgres = await startPostgres();
try {
  mkdirSync(folder, { recursive: true });
  const file = join(dataDir, 'adwarden.db');
  const sqlite = await storeAnswers({ DATA_DIR: dataDir }, async () => {
    if (existsSync(`${file}-wal`)) throw new Error('The server left a write-ahead log behind.');
    write('sqlite.db', readFileSync(file));
  });
  write('sqlite.json', JSON.stringify(sqlite));
  const other = mkdtempSync(join(dataDir, 'postgres-'));
  const answers = await storeAnswers({ DATA_DIR: other, DATABASE_URL: postgres.url }, async () => {
    write('postgres.sql', await dumpPostgres(postgres.url));
  });
  write('postgres.json', JSON.stringify(answers));
  const documents = join(root, 'docs/releases', version);
  mkdirSync(documents, { recursive: true });
  copyFileSync(join(checkout, 'docs/openapi.json'), join(documents, 'openapi.json'));
  // The packages of older checkouts are built from them by hand.
  if (checkout === resolve(root)) {
    execFileSync(process.execPath, [join(root, 'scripts/store-clients.ts')], { stdio: 'inherit' });
  }
  console.log(`Stored ${version}`);
} finally {
  killServers();
  await postgres.remove();
  rmSync(dataDir, { recursive: true, force: true });
}
