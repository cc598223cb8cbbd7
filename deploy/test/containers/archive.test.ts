import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { base, canRun, filledIn, podman, words } from './podman.ts';

/* The archive of a release, which images/make.sh makes when nothing is uncommitted, in a container that has only Node. */

const made = join(tmpdir(), 'release');
const hasArchive = existsSync(made);

afterAll(() => canRun && podman('rm', '--all', '--force', '--volumes'));

test.skipIf(!canRun || !hasArchive)('starts without a network, a registry or a build', async () => {
  const archive = readdirSync(made).find((name) => name.endsWith('.tar.gz'));
  const start = `tar -xf /release/${archive} -C /home/node && exec /home/node/adwarden-*/adwarden`;
  const settings = ['ADMIN_EMAIL', 'ADMIN_PASSWORD'].map(
    (name) => `--env=${name}=${filledIn[name as keyof typeof filledIn]}`,
  );
  podman(
    'run',
    '--detach',
    '--network=none',
    '--name=archive',
    `--volume=${made}:/release:ro`,
    '--user=node',
    '--env=DATA_DIR=/home/node/data',
    ...settings,
    base,
    'sh',
    '-c',
    start,
  );
  const asked = (path: string) =>
    podman(
      'exec',
      'archive',
      'node',
      '-e',
      `fetch('http://127.0.0.1:8080${path}').then((answer) => console.log(answer.status), () => console.log(0))`,
    );
  await expect
    .poll(() => asked('/readyz'), { timeout: 60_000, interval: 500, message: words('archive') })
    .toBe('200');
  expect(asked('/')).toBe('200');
  expect(asked('/clients/npm/@adwarden%2fclient')).toBe('200');
  podman(
    'exec',
    'archive',
    'sh',
    '-c',
    'cd /home/node/adwarden-* && DATA_DIR=/home/node/data ./adwarden doctor',
  );
});
