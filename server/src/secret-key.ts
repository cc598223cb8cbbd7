import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSecretKey } from './settings.ts';

/** The key for encrypting secrets: SECRET_KEY, or a generated one in `DATA_DIR/secret.key`, mode 0600 (ADR 29 "Secrets"). */
export async function loadSecretKey(given: Buffer | undefined, dataDir: string): Promise<Buffer> {
  if (given) return given;
  const file = join(dataDir, 'secret.key');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(`${randomBytes(32).toString('base64')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = parseSecretKey((await readFile(file, 'utf8')).trim());
  if (!key) throw new Error(`${file} does not hold 32 bytes in base64 or hex`);
  return key;
}
