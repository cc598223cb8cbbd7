import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ask } from '../ask.ts';
import { openBackOffice } from '../back-office.ts';
import { answers, canRun, copyOfDeploy, filledIn, inspect, podman } from './podman.ts';

const database = '172.30.81.9';
const pod = 'adwarden-pod-0';
const container = `${pod}-adwarden`;
/** podman publishes a pod's port under the same number on this machine, so only one pod can run. */
const port = 8080;

describe.skipIf(!canRun)('adwarden.yaml', () => {
  let copy: ReturnType<typeof copyOfDeploy>;

  beforeAll(async () => {
    copy = copyOfDeploy();
    podman('network', 'create', '--subnet=172.30.81.0/24', 'cluster');
    const settings = ['USER=adwarden', 'DB=adwarden', `PASSWORD=${filledIn.POSTGRES_PASSWORD}`];
    const place = ['--name=database', '--network', `cluster:ip=${database}`];
    const env = settings.map((each) => `--env=POSTGRES_${each}`);
    podman('run', '--detach', ...place, ...env, 'postgres:18');

    const secret = copy
      .read('kubernetes/secret.example.yaml')
      .replace('PASSWORD@HOST', `${filledIn.POSTGRES_PASSWORD}@${database}`)
      .replace('SECRET_KEY: KEY', `SECRET_KEY: ${filledIn.SECRET_KEY}`)
      .replace('CHOOSE', filledIn.ADMIN_PASSWORD);
    copy.write('secret.json', asPodmanKeepsIt(secret));
    podman('secret', 'create', 'adwarden', `${copy.folder}/secret.json`);
    const manifest = copy
      .read('kubernetes/adwarden.yaml')
      .replace('admin@example.com', filledIn.ADMIN_EMAIL)
      .replace('replicas: 2', 'replicas: 1');
    copy.write('adwarden.yaml', manifest);
    podman('kube', 'play', '--network=cluster', `${copy.folder}/adwarden.yaml`);
    await answers(port);
  });
  afterAll(() => {
    podman('pod', 'rm', '--all', '--force');
    podman('rm', '--all', '--force', '--volumes');
    podman('volume', 'prune', '--force');
    podman('secret', 'rm', '--all');
    podman('network', 'prune', '--force');
    copy.remove();
  });

  test('its pod is ready with a PostgreSQL, for probes and services', async () => {
    const { status, text } = await ask(port, '/readyz');
    expect([status, JSON.parse(text).status]).toEqual([200, 'ready']);
    expect((await ask(port, '/healthz')).status).toBe(200);
    const app = await (await openBackOffice(port)).addApp();
    expect(await answers(port, { path: app.path })).toContain(app.appID);
  });

  test('its container has no rights, and contains the program that its hook runs', () => {
    const status = podman('exec', container, 'cat', '/proc/1/status');
    expect(status).toMatch(/^Uid:\t1000\t/m);
    expect(status).toMatch(/^CapBnd:\t0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    expect(() => podman('exec', container, 'touch', '/app/x')).toThrow('Read-only file system');
    podman('exec', container, 'sleep', '0');
  });

  test('its pod stops cleanly', () => {
    podman('pod', 'stop', '--time=20', pod);
    expect(inspect(container, '.State.ExitCode')).toBe('0');
  });
});

/** podman 4.3 does not support `stringData` in a Secret; this converts it to `data` in base64. */
function asPodmanKeepsIt(secret: string): string {
  const { stringData } = parse(secret) as { stringData: Record<string, string> };
  const encoded = Object.entries(stringData).map(([name, value]) => [
    name,
    Buffer.from(value).toString('base64'),
  ]);
  return JSON.stringify(Object.fromEntries(encoded));
}
