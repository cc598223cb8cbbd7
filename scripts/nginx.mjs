import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { at, env } from './places.mjs';
import { attempt } from './step.mjs';

const folder = at('node_modules/.cache/nginx');

/**
 * The path of an nginx for the tests of deploy/: one that is here, else Debian's package, unpacked
 * below node_modules and not installed, because installing it would start it on port 80. Null when
 * neither could be had. Says which.
 */
export async function findOrUnpackNginx() {
  const found = inPlaces().find(works);
  if (found) return told(`nginx: ${found}`, found);

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
  const unpacked = inPlaces().find(works);
  return unpacked
    ? told(`nginx: ${unpacked}`, unpacked)
    : told('No nginx: none is here, and none could be had; its tests are skipped', null);
}

function inPlaces() {
  const folders = env.PATH.split(path.delimiter).concat('/usr/sbin', path.join(folder, 'usr/sbin'));
  return [process.env.NGINX_PATH, ...folders.map((place) => path.join(place, 'nginx'))];
}

function works(file) {
  return Boolean(file) && existsSync(file) && spawnSync(file, ['-v']).status === 0;
}

function told(line, answer) {
  console.log(line);
  return answer;
}
