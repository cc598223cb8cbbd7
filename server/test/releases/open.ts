import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import postgres from 'postgres';
import type { StoredAnswers } from './stored.ts';

/** The kinds of databases that are stored with each release. */
export const kinds = ['sqlite', 'postgres'] as const;
export type Kind = (typeof kinds)[number];

/** SECRET_KEY of the stored installations. */
export const secretKey = Buffer.alloc(32, 'release').toString('base64');

const releases = fileURLToPath(new URL('../fixtures/releases', import.meta.url));
export const releaseFolder = (version = '.'): string => join(releases, version);

const read = (version: string, name: string) =>
  gunzipSync(readFileSync(join(releaseFolder(version), `${name}.gz`)));

/** Reads the answers of a release at the time when its database was stored. */
export const storedAnswers = (version: string, kind: Kind): StoredAnswers =>
  JSON.parse(read(version, `${kind}.json`).toString());

/** Writes a release's embedded database into a data directory. */
export function putSqlite(version: string, dataDir: string): void {
  writeFileSync(join(dataDir, 'adwarden.db'), read(version, 'sqlite.db'), { mode: 0o600 });
}

/** Fills an empty PostgreSQL database with that of a release. */
export async function putPostgres(version: string, url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql.unsafe(read(version, 'postgres.sql').toString()).finally(() => sql.end());
}
