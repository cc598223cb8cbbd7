import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../ask.ts';
import { openBackOffice } from '../back-office.ts';
import { answers, canRun, filledIn, inspect, podman } from './podman.ts';

const port = 8080;
const strict = [
  '--read-only',
  '--tmpfs=/tmp',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
];
const settings = ['ADMIN_EMAIL', 'ADMIN_PASSWORD'].map(
  (name) => `--env=${name}=${filledIn[name as keyof typeof filledIn]}`,
);

/** Starts a container of the image with the volume `kept`; `as` is its name. */
async function start(as: string): Promise<void> {
  const place = ['--network=host', '--volume=kept:/data', `--name=${as}`];
  podman('run', '--detach', ...place, ...strict, ...settings, 'adwarden');
  await answers(port, { container: as });
}

describe.skipIf(!canRun)('the image', () => {
  beforeAll(() => start('first'));
  afterAll(() => podman('rm', '--all', '--force', '--volumes'));

  test('runs as the user node, without capabilities, and cannot write its files', () => {
    expect(podman('exec', 'first', 'id', '-un')).toBe('node');
    const status = podman('exec', 'first', 'cat', '/proc/1/status');
    expect(status).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m);
    expect(status).toMatch(/^CapEff:\t0+$/m);
    expect(status).toMatch(/^CapBnd:\t0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    for (const place of ['/app/x', '/app/server/x', '/home/node/x', '/etc/x']) {
      expect(() => podman('exec', 'first', 'touch', place)).toThrow('Read-only file system');
    }
  });

  test('has the pinned Node, the web app, and no tests, tools or secrets', async () => {
    expect(podman('exec', 'first', 'node', '--version')).toBe(process.version);
    const page = await ask(port, '/admin/login', { headers: { accept: 'text/html' } });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('<div id="root">')]);
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(page.text) ?? [];
    expect((await ask(port, script)).status).toBe(200);
    const files = podman(
      'exec',
      'first',
      'find',
      '/app',
      '-name',
      'node_modules',
      '-prune',
      '-o',
      '-print',
    );
    expect(files).not.toMatch(/\.test\.ts|\/\.env|\/\.git|\/e2e|\/bench|\/deploy/);
    const packages = podman('exec', 'first', 'ls', '/app/node_modules').split('\n');
    expect(packages).toContain('fastify');
    for (const name of ['vite', 'vitest', 'typescript', 'react'])
      expect(packages).not.toContain(name);
  });

  test('is healthy by its own check', () => {
    podman('healthcheck', 'run', 'first');
    expect(inspect('first', '.State.Health.Status')).toBe('healthy');
  });

  test('stops in time and cleanly, and a second container continues with its volume', async () => {
    const backOffice = await openBackOffice(port);
    const app = await backOffice.addApp({ appName: 'Kept in the volume' });
    const before = await ask(port, app.path);

    // Podman would kill it after 20 s, and its code would be 137.
    podman('stop', '--time=20', 'first');
    expect(inspect('first', '.State.ExitCode')).toBe('0');

    await start('second');
    expect(inspect('second', '.Id')).not.toBe(inspect('first', '.Id'));
    const after = await ask(port, app.path);
    expect([after.status, JSON.parse(after.text)]).toEqual([200, JSON.parse(before.text)]);
    const { data } = await (await openBackOffice(port)).call('getAllApp', {});
    expect(data).toEqual([expect.objectContaining({ appName: 'Kept in the volume' })]);
  });
});
