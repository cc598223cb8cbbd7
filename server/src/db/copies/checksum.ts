import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** The file beside a backup that has its checksum, in the format of `sha256sum`. */
export const checksumFile = (file: string) => `${file}.sha256`;

async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Writes the checksum of a file beside it. */
export async function writeChecksum(file: string): Promise<void> {
  const line = `${await checksumOf(file)}  ${basename(file)}\n`;
  writeFileSync(checksumFile(file), line, { mode: 0o600 });
}

/** Compares a file with its checksum; false when it has none. Throws a one-line Error when they differ. */
export async function hasGoodChecksum(file: string): Promise<boolean> {
  const path = checksumFile(file);
  if (!existsSync(path)) return false;
  const [expected = ''] = readFileSync(path, 'utf8').trim().toLowerCase().split(/\s+/);
  if (!/^[0-9a-f]{64}$/.test(expected)) throw new Error(`${path} has no SHA-256 checksum`);
  if ((await checksumOf(file)) !== expected) {
    throw new Error(`${file} is damaged, or not the file of ${path}: the checksum differs`);
  }
  return true;
}
