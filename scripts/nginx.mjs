import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { at, env } from './paths.mjs';
import { attempt } from './step.mjs';

const folder = at('node_modules/.cache/nginx');

/**
 * Returns the path of an nginx for the tests of deploy/: an installed one, or Debian's package, unpacked below node_modules. The
 * package is not installed, because that would start nginx on port 80. Null if none is available. Prints the result.
 */
export async function findOrUnpackNginx() {
  const nginx = await findOrUnpack();
  console.log(nginx ? `nginx: ${nginx}` : 'nginx is not installed and could not be downloaded');
  return nginx;
}

async function findOrUnpack() {
  const found = candidates().find(works);
  if (found) return found;

  if (existsSync('/usr/bin/apt-get')) {
    const quiet = { ...env, DEBIAN_FRONTEND: 'noninteractive' };
    if (process.getuid?.() === 0) {
      await attempt('Looking up Debian’s packages', 'apt-get', ['update', '-qq'], { env: quiet });
    }
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const options = { cwd: folder, env: quiet };
    await attempt('Downloading Debian’s nginx', 'apt-get', ['download', '-qq', 'nginx'], options);
    const archive = readdirSync(folder).find((name) => name.endsWith('.deb'));
    if (archive) await attempt('Unpacking it', 'dpkg', ['-x', archive, '.'], options);
  }
  return candidates().find(works) ?? null;
}

function candidates() {
  const folders = env.PATH.split(path.delimiter).concat('/usr/sbin', path.join(folder, 'usr/sbin'));
  return [process.env.NGINX_PATH, ...folders.map((place) => path.join(place, 'nginx'))];
}

function works(file) {
  return Boolean(file) && existsSync(file) && spawnSync(file, ['-v']).status === 0;
}
