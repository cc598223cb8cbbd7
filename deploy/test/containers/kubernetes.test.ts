import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { ask } from '../ask.ts';
import { openBackOffice } from '../back-office.ts';
import { answers, canRun, copyOfDeploy, filledIn, inspect, podman } from './podman.ts';

const database = '172.30.81.9';
const pods = { office: 'adwarden-office-pod-0', edge: 'adwarden-edge-pod-0' };
const containerOf = (pod: string) => `${pod}-adwarden`;
/** podman publishes a pod's port under the same number on this machine, so each pod has another one. */
const ports = { office: 8080, edge: 8081 };

describe.skipIf(!canRun)('adwarden.yaml', () => {
  let copy: ReturnType<typeof copyOfDeploy>;

  beforeAll(async () => {
    copy = copyOfDeploy();
    podman('network', 'create', '--subnet=172.30.81.0/24', 'cluster');
    const own = ['USER=adwarden', 'DB=adwarden', `PASSWORD=${filledIn.POSTGRES_PASSWORD}`];
    const place = ['--name=database', '--network', `cluster:ip=${database}`];
    const env = own.map((each) => `--env=POSTGRES_${each}`);
    podman('run', '--detach', ...place, ...env, 'postgres:18');

    const secrets = copy
      .read('kubernetes/secret.example.yaml')
      .replace('PASSWORD@HOST', `${filledIn.POSTGRES_PASSWORD}@${database}`)
      .replace('SECRET_KEY: KEY', `SECRET_KEY: ${filledIn.SECRET_KEY}`)
      .replace('CHOOSE', filledIn.ADMIN_PASSWORD)
      .replace('EDGEKEY', filledIn.EDGE_KEY)
      .replace('METRICSTOKEN', 'metrics-of-a-cluster');
    for (const document of parseAllDocuments(secrets)) {
      const secret: Secret = document.toJS();
      copy.write('secret.json', asPodmanKeepsIt(secret));
      podman('secret', 'create', secret.metadata.name, `${copy.folder}/secret.json`);
    }
    const documents = copy
      .read('kubernetes/adwarden.yaml')
      .replace('admin@example.com', filledIn.ADMIN_EMAIL)
      .replace('EDGE_NETWORKS: 192.0.2.0/24', 'EDGE_NETWORKS: 172.30.81.0/24')
      .replace(/replicas: \d/g, 'replicas: 1')
      .split('---\n');
    const isOf = (name: string) => (document: string) =>
      /^kind: (Deployment|StatefulSet)$/m.test(document) &&
      document.includes(`\n  name: ${name}\n`);
    const settings = documents.filter((document) => /^kind: ConfigMap$/m.test(document));
    const play = (name: string, change: (document: string) => string = (document) => document) => {
      const own = documents.filter(isOf(name)).map(change);
      copy.write(`${name}.yaml`, [...settings, ...own].join('---\n'));
      podman('kube', 'play', '--network=cluster', `${copy.folder}/${name}.yaml`);
    };
    play('adwarden-office');
    await answers(ports.office, { container: containerOf(pods.office) });
    // There is no service here: the edge finds the pod of the office by its address.
    const infra = podman('pod', 'inspect', '--format', '{{.InfraContainerID}}', pods.office);
    const address = inspect(infra, '.NetworkSettings.Networks.cluster.IPAddress');
    play('adwarden-edge', (document) =>
      asDeployment(document)
        .replace('http://adwarden-office', `http://${address}:${ports.office}`)
        .replace('containerPort: 8080', `containerPort: ${ports.edge}`)
        // podman gives volumes of the same name to all pods; in a cluster each pod has its own.
        .replaceAll('name: data', 'name: data-of-edge')
        .replace(
          '          env:\n',
          `          env:\n            - { name: PORT, value: "${ports.edge}" }\n`,
        ),
    );
    await answers(ports.edge, { container: containerOf(pods.edge) });
  });
  afterAll(() => {
    podman('pod', 'rm', '--all', '--force');
    podman('rm', '--all', '--force', '--volumes');
    podman('volume', 'prune', '--force');
    podman('secret', 'rm', '--all');
    podman('network', 'prune', '--force');
    copy.remove();
  });

  test('the office is ready with a PostgreSQL, and the edge with the office', async () => {
    for (const port of Object.values(ports)) {
      const { status, text } = await ask(port, '/readyz');
      expect([status, JSON.parse(text).status]).toEqual([200, 'ready']);
      expect((await ask(port, '/healthz')).status).toBe(200);
    }
    const app = await (await openBackOffice(ports.office)).addApp();
    expect(await answers(ports.edge, { path: app.path })).toContain(app.appID);
    expect((await ask(ports.office, app.path)).status).toBe(503);
  });

  test.each(Object.values(pods))('%s has no rights, and the program that its hook runs', (pod) => {
    const container = containerOf(pod);
    const status = podman('exec', container, 'cat', '/proc/1/status');
    expect(status).toMatch(/^Uid:\t1000\t/m);
    expect(status).toMatch(/^CapBnd:\t0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    expect(() => podman('exec', container, 'touch', '/app/x')).toThrow('Read-only file system');
    podman('exec', container, 'sleep', '0');
  });

  test.each(Object.values(pods))('%s stops cleanly', (pod) => {
    podman('pod', 'stop', '--time=20', pod);
    expect(inspect(containerOf(pod), '.State.ExitCode')).toBe('0');
  });
});

/** podman plays no StatefulSet: the same pod in a Deployment, and the volume that would be claimed for it. */
function asDeployment(document: string): string {
  const [pod = ''] = document.split('  volumeClaimTemplates:\n');
  expect(pod).not.toBe(document);
  return `${pod
    .replace('kind: StatefulSet', 'kind: Deployment')
    .replace(
      /^ {2}(serviceName|podManagementPolicy): .*\n/gm,
      '',
    )}        - name: data\n          emptyDir: {}\n`;
}

type Secret = { metadata: { name: string }; stringData: Record<string, string> };

/** podman 4.3 does not support `stringData` in a Secret; this converts it to `data` in base64. */
function asPodmanKeepsIt({ stringData }: Secret): string {
  const encoded = Object.entries(stringData).map(([name, value]) => [
    name,
    Buffer.from(value).toString('base64'),
  ]);
  return JSON.stringify(Object.fromEntries(encoded));
}
