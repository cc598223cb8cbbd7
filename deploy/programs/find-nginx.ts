import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const unpacked = fileURLToPath(
  new URL('../../node_modules/.cache/nginx/usr/sbin', import.meta.url),
);

/** Returns the nginx that `npm test` found or unpacked, or one that is here; null when there is none. */
export function findNginx(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', unpacked];
  const places = [process.env.NGINX_PATH, ...folders.map((folder) => join(folder, 'nginx'))];
  const runs = (file: string | undefined): file is string =>
    Boolean(file) && existsSync(file as string) && spawnSync(file as string, ['-v']).status === 0;
  return places.find(runs) ?? null;
}
