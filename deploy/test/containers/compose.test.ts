import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../ask.ts';
import { openBackOffice } from '../back-office.ts';
import { compose } from './compose.ts';
import { answers, canRun, copyOfDeploy, filledIn, inspect, podman, words } from './podman.ts';

const port = 8090;

describe.skipIf(!canRun)('compose.yaml', () => {
  let copy: ReturnType<typeof copyOfDeploy>;
  let all: ReturnType<typeof compose>;

  beforeAll(async () => {
    copy = copyOfDeploy();
    const filled = { ...filledIn, HTTP_PORT: String(port) };
    copy.write(
      'compose/.env',
      Object.entries(filled).reduce(
        (text, [name, value]) => text.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${value}`),
        copy.read('compose/example.env'),
      ),
    );
    all = compose(`${copy.folder}/compose`, (name) => copy.read(`compose/${name}`));
    await start();
  });
  afterAll(() => {
    podman('rm', '--all', '--force', '--volumes');
    podman('volume', 'prune', '--force');
    podman('network', 'prune', '--force');
    copy.remove();
  });

  async function start(): Promise<void> {
    await all.up();
    await answers(port).catch((error) => {
      throw new Error(
        `${error.message}\n${words('office1')}\n${words('edge1')}\n${words('nginx')}`,
      );
    });
  }

  const [offices, edges] = [
    ['office1', 'office2'],
    ['edge1', 'edge2', 'edge3'],
  ];

  test('starts PostgreSQL, offices, edges and nginx, all healthy, without any rights', () => {
    expect(all.services).toEqual(['postgres', ...offices, ...edges, 'nginx']);
    for (const service of all.services) {
      podman('healthcheck', 'run', service);
      expect(inspect(service, '.State.Health.Status'), service).toBe('healthy');
    }
    for (const node of [...offices, ...edges]) {
      const status = podman('exec', node, 'cat', '/proc/1/status');
      expect(status).toMatch(/^Uid:\t1000\t/m);
      expect(status).toMatch(/^CapBnd:\t0+$/m);
      expect(status).toMatch(/^NoNewPrivs:\t1$/m);
      expect(() => podman('exec', node, 'touch', '/app/x')).toThrow('Read-only file system');
    }
  });

  test('answers through nginx, which caches ads and passes on the caller’s address', async () => {
    const backOffice = await openBackOffice(port);
    const app = await backOffice.addApp({ appName: 'Through nginx' });
    await answers(port, { path: app.path });
    expect((await ask(port, app.path)).cache).toBe('HIT');
    const { data } = await backOffice.call('getChanges', {});
    // Our address as nginx sees it, not nginx's own.
    expect(data[0]?.actor.address).toBe('172.30.80.1');
    expect((await ask(port, '/metrics')).status).toBe(404);
  });

  test('every edge answers the ads, and one office or edge less harms nobody', async () => {
    const app = await (await openBackOffice(port)).addApp({ appName: 'On all', ipAddress: 'on' });
    for (const host of ['172.30.80.21', '172.30.80.22', '172.30.80.23']) {
      expect(await answers(8080, { host, path: app.path })).toContain(app.appID);
    }
    for (const name of ['office1', 'edge1']) {
      podman('stop', name);
      expect(inspect(name, '.State.ExitCode')).toBe('0');
    }
    for (let count = 0; count < 5; count += 1) {
      expect((await ask(port, app.path)).status).toBe(200);
    }
    const late = await (await openBackOffice(port)).addApp({ appName: 'By the other office' });
    expect(await answers(port, { path: late.path })).toContain(late.appID);
    for (const name of ['office1', 'edge1']) podman('start', name);
    await answers(8080, { host: '172.30.80.11' });
    expect(await answers(8080, { host: '172.30.80.21', path: late.path })).toContain(late.appID);
  });

  test('the data is still there after all containers were created again', async () => {
    all.down();
    expect(podman('ps', '--all', '--quiet')).toBe('');
    await start();
    const { data } = await (await openBackOffice(port)).call('getAllApp', {});
    const names = data.map(({ appName }) => appName);
    expect(names.sort()).toEqual(['By the other office', 'On all', 'Through nginx']);
  });
});
