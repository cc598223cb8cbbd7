import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';

/* Checks what the files of deploy/ say about the rest of the repository. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const yaml = (file: string) =>
  parseAllDocuments(read(file), { merge: true }).map((document) => {
    expect(document.errors, file).toEqual([]);
    return document.toJS({ maxAliasCount: 20 });
  });

/** Every setting. A test of the server compares .env.example with the settings that it reads. */
const settings = new Set(
  [...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name),
);
const composed = yaml('deploy/compose/compose.yaml')[0].services;
const { dependencies, workspaces } = JSON.parse(read('package.json'));

test('the workflow has a job for each kind of test, on the pinned Node', () => {
  const [{ jobs }] = yaml('.github/workflows/test.yml');
  type Job = { name: string; steps: { run?: string; with?: Record<string, string> }[] };
  const runs = Object.values<Job>(jobs).map(({ name, steps }) => {
    expect(steps[1]?.with, name).toEqual({ 'node-version-file': '.nvmrc' });
    return [name, steps.at(-1)?.run];
  });
  expect(Object.fromEntries(runs)).toEqual({
    check: 'npm test -- check',
    'unit and API': 'npm test -- unit',
    browser: 'npm test -- browser',
    slow: 'npm run test-slow',
  });
  expect(read('.ci/run')).toMatch(/^exec npm test$/m);
});

describe('the Dockerfile', () => {
  const file = read('deploy/Dockerfile');
  const stages = file.split(/^FROM /m).slice(1);

  test('has the Node that package.json pins, in every stage', () => {
    expect(/^ARG NODE=node:(.+)-slim$/m.exec(file)?.[1]).toBe(dependencies.node);
    for (const stage of stages) expect(stage).toMatch(/^(\$\{NODE\}|packages)( AS |\n)/);
  });

  test('takes each base image by a name from outside, which can have a digest', () => {
    expect(file).toMatch(/^ARG NODE=\S+$/m);
    for (const { image } of Object.values<{ image: string }>(composed)) {
      expect(image).toMatch(/^(adwarden|\$\{[A-Z]+_IMAGE:-.+\})$/);
    }
    const { build } = composed.node1;
    expect(build.args.NODE).toMatch(/^\$\{NODE_IMAGE:-node:.+\}$/);
    expect(build.args.NODE).toContain(/^ARG NODE=(\S+)$/m.exec(file)?.[1]);
  });

  test('copies files that are there, and the package.json of every workspace', () => {
    const copied = [...file.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) =>
      (names ?? '').split(' '),
    );
    for (const name of copied) expect(existsSync(join(root, name)), name).toBe(true);
    for (const name of workspaces) expect(copied).toContain(`${name}/package.json`);
  });

  test('gets all files that it copies, and no secret (.dockerignore)', () => {
    const sent = read('.dockerignore').split('\n');
    expect(sent).toContain('*');
    for (const name of workspaces) {
      expect(sent.includes(`!${name}`) || sent.includes(`!${name}/package.json`), name).toBe(true);
    }
    expect(sent.indexOf('**/.env')).toBeGreaterThan(sent.lastIndexOf('!e2e/package.json'));
    expect(sent).toContain('**/data');
  });

  test('ends as a user who is not root and runs the server file', () => {
    const last = stages.at(-1) ?? '';
    expect(last).toMatch(/^USER node$/m);
    expect(last).toContain('CMD ["node", "server/src/main.ts"]');
    expect(last).toContain('/readyz');
  });

  test('has a health check that fails without a server', () => {
    const [, list = ''] = /HEALTHCHECK[^[]*CMD (\[.*\])$/m.exec(file) ?? [];
    const [, ...args] = JSON.parse(list) as string[];
    const env = { PORT: '1', PATH: process.env.PATH };
    expect(spawnSync(process.execPath, args, { env }).status).toBe(1);
  });
});

describe('settings named in deploy/ are those that the server reads', () => {
  const named: Record<string, string[]> = {
    Dockerfile: [
      ...(/^ENV ((?:.*\\\n)*.*)$/m.exec(read('deploy/Dockerfile'))?.[1] ?? '').matchAll(
        /([A-Z_]+)=/g,
      ),
    ].map(([, name]) => name as string),
    'compose.yaml': Object.keys(yaml('deploy/compose/compose.yaml')[0].services.node1.environment),
    'adwarden.env.example': [
      ...read('deploy/systemd/adwarden.env.example').matchAll(/^#?([A-Z_]+)=/gm),
    ].map(([, name]) => name as string),
    units: ['adwarden.service', 'adwarden@.service'].flatMap((unit) =>
      [...read(`deploy/systemd/${unit}`).matchAll(/^Environment=(.+)$/gm)].flatMap(([, line]) =>
        [...(line ?? '').matchAll(/([A-Z_]+)=/g)].map(([, name]) => name as string),
      ),
    ),
    kubernetes: [
      ...Object.keys(yaml('deploy/kubernetes/adwarden.yaml')[0].data),
      ...Object.keys(yaml('deploy/kubernetes/secret.example.yaml')[0].stringData),
    ],
  };
  test.each(Object.entries(named))('%s', (_, names) => {
    expect(names.length).toBeGreaterThan(1);
    // Node and the C library read these.
    for (const name of names.filter((each) => !/^(NODE|GLIBC)_/.test(each)))
      expect(settings).toContain(name);
  });
});

test('every file names the port that the server listens on', () => {
  const [, port = ''] = /^#PORT=(\d+)$/m.exec(read('.env.example')) ?? [];
  expect(read('deploy/Dockerfile')).toContain(`PORT=${port}`);
  expect(read('deploy/Dockerfile')).toContain(`EXPOSE ${port}`);
  expect(read('deploy/nginx/adwarden/nodes.conf')).toContain(`server 127.0.0.1:${port} `);
  expect(read('deploy/kubernetes/adwarden.yaml')).toContain(`containerPort: ${port}`);
  const { services } = yaml('deploy/compose/compose.yaml')[0];
  const nodes = read('deploy/compose/nodes.conf');
  for (const name of ['node1', 'node2']) {
    const address = services[name].networks.inside.ipv4_address;
    expect(nodes).toContain(`server ${address}:${port} `);
  }
  expect(services.node1.environment.TRUST_PROXY).toBe(services.nginx.networks.inside.ipv4_address);
});

describe('compose.yaml', () => {
  const { services } = yaml('deploy/compose/compose.yaml')[0];

  test('takes each secret from the environment, and does not start without them', () => {
    const text = read('deploy/compose/compose.yaml');
    for (const name of ['POSTGRES_PASSWORD', 'SECRET_KEY', 'ADMIN_PASSWORD']) {
      expect(text).toContain(`\${${name}:?`);
      expect(text).not.toMatch(new RegExp(`\\$\\{${name}(?!:\\?)[}:-]`));
      expect(read('deploy/compose/example.env')).toMatch(new RegExp(`^${name}=$`, 'm'));
    }
    const asked = [...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name);
    for (const name of asked) {
      expect(read('deploy/compose/example.env')).toMatch(new RegExp(`^${name}=`, 'm'));
    }
  });

  test('gives a node more time to stop than it needs, and mounts only existing files', () => {
    for (const name of ['node1', 'node2']) {
      expect(Number.parseInt(services[name].stop_grace_period, 10)).toBeGreaterThan(12);
    }
    for (const volume of services.nginx.volumes.filter((each: string) => each.startsWith('.'))) {
      const [place] = volume.split(':');
      expect(existsSync(join(root, 'deploy/compose', place)), place).toBe(true);
    }
  });
});

describe('the Kubernetes manifest', () => {
  const documents = yaml('deploy/kubernetes/adwarden.yaml');
  const of = (kind: string) => documents.find((document) => document.kind === kind);

  test('is consistent: each part finds the pods by their labels and the port by its name', () => {
    const { spec } = of('Deployment');
    expect(spec.replicas).toBeGreaterThanOrEqual(2);
    const { labels } = spec.template.metadata;
    expect(spec.selector.matchLabels).toEqual(labels);
    expect(of('Service').spec.selector).toEqual(labels);
    expect(of('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
    const [container] = spec.template.spec.containers;
    expect(container.ports[0].name).toBe(of('Service').spec.ports[0].targetPort);
    expect(container.readinessProbe.httpGet.path).toBe('/readyz');
    expect(container.livenessProbe.httpGet.path).toBe('/healthz');
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(5 + 12);
    const backend = of('Ingress').spec.rules[0].http.paths[0].backend.service;
    expect([backend.name, backend.port.name]).toEqual([
      of('Service').metadata.name,
      of('Service').spec.ports[0].name,
    ]);
    const names = container.envFrom.map((each: Record<string, { name: string }>) =>
      Object.values(each).map(({ name }) => name),
    );
    expect(names.flat()).toEqual([
      of('ConfigMap').metadata.name,
      yaml('deploy/kubernetes/secret.example.yaml')[0].metadata.name,
    ]);
  });

  test('trusts no proxy until one is named: its range belongs to nobody', () => {
    expect(of('ConfigMap').data.TRUST_PROXY).toBe('192.0.2.0/24');
  });

  test('writes only to volumes, and does not run as root', () => {
    const pod = of('Deployment').spec.template.spec;
    const [container] = pod.containers;
    expect(pod.securityContext.runAsNonRoot).toBe(true);
    expect(container.securityContext.readOnlyRootFilesystem).toBe(true);
    const mounts = container.volumeMounts.map(({ name }: { name: string }) => name);
    expect(mounts).toEqual(pod.volumes.map(({ name }: { name: string }) => name));
    expect(read('deploy/Dockerfile')).toContain(`DATA_DIR=${container.volumeMounts[0].mountPath}`);
  });
});

describe('the systemd units', () => {
  const [one, many] = ['adwarden.service', 'adwarden@.service'].map((unit) =>
    read(`deploy/systemd/${unit}`),
  ) as [string, string];

  test('of one node and of many differ only in name, port and folder', () => {
    const plain = (unit: string) =>
      unit.slice(unit.indexOf('[Unit]')).replaceAll(/ on port %i| PORT=%i|\/%i/g, '');
    expect(plain(many)).toBe(plain(one));
    expect(many).not.toBe(one);
  });

  test('give a node more time to stop than it needs', () => {
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(one)?.[1])).toBeGreaterThan(12);
  });
});
