import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

/* Checks what the files of deploy/ say about the rest of the repository. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const yaml = (file: string) =>
  parseAllDocuments(read(file), { merge: true }).map((document) => {
    expect(document.errors, file).toEqual([]);
    return document.toJS({ maxAliasCount: 100 });
  });

/** Every setting. A test of the server compares .env.example with the settings that it reads. */
const settings = new Set(
  [...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name),
);
const composed = yaml('deploy/compose/compose.yaml')[0].services;
const { dependencies, version, workspaces } = JSON.parse(read('package.json'));
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

test('the workflow has a job for each kind of test, on the pinned Node', () => {
  const [{ jobs }] = yaml('.github/workflows/test.yml');
  type Job = {
    name: string;
    strategy?: { matrix: { shard: number[] } };
    steps: { run?: string; with?: Record<string, string> }[];
  };
  const runs = Object.values<Job>(jobs).flatMap(({ name, strategy, steps }) => {
    expect(steps[1]?.with, name).toEqual({ 'node-version-file': '.nvmrc' });
    return (strategy?.matrix.shard ?? ['']).map((shard) =>
      [name, steps.at(-1)?.run].map((text) =>
        text?.replace(/\$\{\{ matrix\.shard \}\}/, String(shard)),
      ),
    );
  });
  expect(Object.fromEntries(runs)).toEqual({
    check: 'npm test -- check',
    'unit and API, 1 of 2': 'npm test -- unit --shard=1/2',
    'unit and API, 2 of 2': 'npm test -- unit --shard=2/2',
    'browser, 1 of 3': 'npm test -- browser --shard=1/3',
    'browser, 2 of 3': 'npm test -- browser --shard=2/3',
    'browser, 3 of 3': 'npm test -- browser --shard=3/3',
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
      expect(image).toMatch(/^(adwarden:[\d.]+|\$\{[A-Z]+_IMAGE:-.+\})$/);
    }
    const { build } = composed.office1;
    expect(build.args.NODE).toMatch(/^\$\{NODE_IMAGE:-node:.+\}$/);
    expect(build.args.NODE).toContain(/^ARG NODE=(\S+)$/m.exec(file)?.[1]);
  });

  const copied = [...file.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) =>
    (names ?? '').split(' '),
  );

  test('copies files that are there, and the package.json of every workspace', () => {
    for (const name of copied) expect(existsSync(join(root, name)), name).toBe(true);
    for (const name of workspaces) expect(copied).toContain(`${name}/package.json`);
  });

  test('gets and copies what the build of the web app reads outside of web/', () => {
    const sent = read('.dockerignore').split('\n');
    const isBelow = (path: string) => (folder: string) => `${path}/`.startsWith(`${folder}/`);
    const sources = globSync('web/{clients,src}/**/*.{ts,tsx}', { cwd: root })
      .filter((path) => !/\.test\.tsx?$/.test(path))
      .map((path) => ({ path, text: read(path) }));
    const reads = sources.flatMap(({ path, text }) => [
      ...[...text.matchAll(/\b(?:textOf|filesIn)\('([^']+)'\)/g)].map(([, name = '']) => name),
      ...[...text.matchAll(/from '(\.[^'?]+)/g)].map(([, name = '']) => join(path, '..', name)),
    ]);
    const outside = [...reads.filter((name) => !name.startsWith('web/')), 'docs/releases'];
    expect(outside).toEqual(expect.arrayContaining(['LICENSE', 'clients/java/README.md']));
    for (const name of outside) {
      expect(copied.some(isBelow(name)), `${name} in the Dockerfile`).toBe(true);
      expect(
        sent.some((line) => isBelow(name)(line.slice(1))),
        `${name} is sent`,
      ).toBe(true);
    }
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
    expect(last).toContain('CMD ["node", "server/dist/main.js"]');
    // A container that is not ready may still serve ads: whoever restarts unhealthy ones must leave it alone.
    expect(last).toMatch(/^HEALTHCHECK[\s\S]*?\/healthz`/m);
    expect(last).not.toContain('}/readyz');
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
    'compose.yaml': ['office1', 'edge1'].flatMap((name) => Object.keys(composed[name].environment)),
    ...Object.fromEntries(
      ['adwarden.env.example', 'edge.env.example'].map((name) => [
        name,
        [...read(`deploy/systemd/${name}`).matchAll(/^#?([A-Z_]+)=/gm)].map(
          ([, setting]) => setting as string,
        ),
      ]),
    ),
    units: ['adwarden.service', 'adwarden@.service'].flatMap((unit) =>
      [...read(`deploy/systemd/${unit}`).matchAll(/^Environment=(.+)$/gm)].flatMap(([, line]) =>
        [...(line ?? '').matchAll(/([A-Z_]+)=/g)].map(([, name]) => name as string),
      ),
    ),
    kubernetes: [
      ...yaml('deploy/kubernetes/adwarden.yaml').flatMap(({ kind, data, spec }) => {
        if (kind === 'ConfigMap') return Object.keys(data);
        if (kind !== 'Deployment' && kind !== 'StatefulSet') return [];
        return spec.template.spec.containers[0].env.map(({ name }: { name: string }) => name);
      }),
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
  const addressOf = (name: string) => composed[name].networks.inside.ipv4_address;
  const linesOf = (names: string[]) => names.map((name) => `server ${addressOf(name)}:${port} `);
  const servers = (file: string) => read(file).match(/^server [\d.:]+ /gm);
  const [offices, edges] = [
    ['office1', 'office2'],
    ['edge1', 'edge2', 'edge3'],
  ] as const;
  expect(servers('deploy/compose/nodes.conf')).toEqual(linesOf([...edges]));
  expect(servers('deploy/compose/offices.conf')).toEqual(linesOf([...offices]));
  expect(composed.edge1.environment.OFFICE_URL).toBe(
    offices.map((name) => `http://${addressOf(name)}:${port}`).join(),
  );
  for (const name of [...offices, ...edges]) {
    expect(composed[name].environment.TRUST_PROXY).toBe(addressOf('nginx'));
  }
});

test('all files name one version of PostgreSQL: an older pg_dump refuses a newer server', () => {
  const files = globSync('{deploy,docs}/**/*.{yaml,env,ts,sh,md}', { cwd: root });
  const versions = files.flatMap((file) => read(file).match(/(?<=postgres:)\d\d\b/g) ?? []);
  expect(versions.length).toBeGreaterThan(3);
  expect(new Set(versions)).toEqual(new Set(['18']));
});

test('every image has a version as its tag, and ours has that of this release', () => {
  const manifests = globSync('deploy/kubernetes/*.yaml', { cwd: root }).map(read);
  const images = [
    ...manifests.flatMap((text) => [...text.matchAll(/^ +image: (.+)$/gm)].map(([, one]) => one)),
    ...Object.values<{ image: string }>(composed).map(
      ({ image }) => /:-(.+)\}$/.exec(image)?.[1] ?? image,
    ),
    ...[...read('deploy/compose/example.env').matchAll(/_IMAGE=(.+)$/gm)].map(([, one]) => one),
  ];
  expect(images.length).toBeGreaterThan(10);
  for (const image of images) expect(image).toMatch(/^[a-z/]+:v?\d[\w.-]*$/);
  const files = ['deploy/Dockerfile', 'docs/operate.md'].map(read);
  const named = [...images, ...files.flatMap((text) => text.match(/\badwarden:\d[\d.]*\b/g) ?? [])];
  const own = named.filter((image) => image?.startsWith('adwarden:'));
  expect(own.length).toBeGreaterThan(8);
  expect(new Set(own)).toEqual(new Set([`adwarden:${version}`]));
});

test('each way to run can have METRICS_TOKEN, offices and edges', () => {
  for (const name of ['office1', 'office2', 'edge1', 'edge2', 'edge3']) {
    expect(composed[name].environment.METRICS_TOKEN, name).toBe(`\${METRICS_TOKEN:-}`);
  }
  const files = [
    '.env.example',
    'deploy/systemd/adwarden.env.example',
    'deploy/compose/example.env',
  ];
  for (const file of [...files, 'deploy/systemd/edge.env.example']) {
    expect(read(file), file).toMatch(/^#?METRICS_TOKEN=$/m);
  }
  const documents = yaml('deploy/kubernetes/adwarden.yaml');
  const pods = documents.flatMap(({ spec }) => spec?.template?.spec.containers ?? []);
  expect(pods).toHaveLength(2);
  for (const { env } of pods) {
    const [{ valueFrom }] = env.filter(({ name }: { name: string }) => name === 'METRICS_TOKEN');
    expect(valueFrom.secretKeyRef).toMatchObject({ name: 'adwarden-metrics', key: 'token' });
  }
});

describe('the Prometheus of compose.yaml', () => {
  const { services, secrets } = yaml('deploy/compose/compose.yaml')[0];
  const config = yaml('deploy/compose/prometheus.yml')[0];
  const [job] = config.scrape_configs;

  test('starts only with its profile, and is for this machine', () => {
    const { profiles, ports } = services.prometheus;
    expect(profiles).toEqual(['monitoring']);
    expect(ports).toEqual([`127.0.0.1:\${PROMETHEUS_PORT:-9090}:9090`]);
  });

  test('scrapes each office and each edge with METRICS_TOKEN, and has our alerts', () => {
    const nodes = Object.entries<{ environment?: { ROLE?: string }; networks: never }>(services)
      .filter(([, { environment }]) => environment?.ROLE)
      .map(([name]) => `${services[name].networks.inside.ipv4_address}:8080`);
    expect(nodes).toHaveLength(5);
    const targets = job.static_configs.flatMap((one: { targets: string[] }) => one.targets);
    expect(targets.sort()).toEqual(nodes.sort());
    expect(job.job_name).toBe('adwarden');
    const [secret] = services.prometheus.secrets;
    expect(job.authorization.credentials_file).toBe(`/run/secrets/${secret}`);
    expect(secrets[secret]).toEqual({ environment: 'METRICS_TOKEN' });
    const mounted = services.prometheus.volumes.map((each: string) => each.split(':'));
    expect(mounted).toContainEqual([
      '../prometheus/adwarden.rules.yml',
      `/etc/prometheus/${config.rule_files[0]}`,
      'ro',
    ]);
    for (const [place] of mounted.filter(([each]: string[]) => each?.startsWith('.'))) {
      expect(existsSync(join(root, 'deploy/compose', place)), place).toBe(true);
    }
  });

  test.skipIf(!hasPromtool)('promtool finds no fault in it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'adwarden-prometheus-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'token'), 'metrics-of-a-test');
    const place = job.authorization.credentials_file;
    const text = read('deploy/compose/prometheus.yml').replace(place, join(folder, 'token'));
    writeFileSync(join(folder, 'prometheus.yml'), text);
    cpSync(join(root, 'deploy/prometheus/adwarden.rules.yml'), join(folder, 'adwarden.rules.yml'));
    const checked = spawnSync('promtool', ['check', 'config', join(folder, 'prometheus.yml')], {
      encoding: 'utf8',
    });
    expect(checked.status, checked.stdout + checked.stderr).toBe(0);
    expect(checked.stdout).toMatch(/SUCCESS: \d+ rules found/);
  });
});

describe('compose.yaml', () => {
  const { services } = yaml('deploy/compose/compose.yaml')[0];

  test.each(Object.keys(services))('%s has bounds: memory, processes and log', (name) => {
    const { mem_limit, pids_limit, logging } = services[name];
    expect([mem_limit, pids_limit]).toEqual([expect.stringMatching(/^\$\{[A-Z_]+:-\d+g\}$/), 512]);
    expect(logging.options).toEqual({ 'max-size': '10m', 'max-file': '5' });
  });

  test('only this machine reaches it, over plain HTTP, unless told otherwise', () => {
    const ports = Object.values<{ ports?: string[] }>(services).flatMap(({ ports = [] }) => ports);
    expect(ports.sort()).toEqual([
      `\${HTTP_ADDRESS:-127.0.0.1}:\${HTTP_PORT:-8080}:80`,
      `127.0.0.1:\${PROMETHEUS_PORT:-9090}:9090`,
    ]);
    expect(read('deploy/compose/example.env')).toMatch(/^HTTP_ADDRESS=127\.0\.0\.1$/m);
  });

  test('takes each secret from the environment, and does not start without them', () => {
    const text = read('deploy/compose/compose.yaml');
    for (const name of ['POSTGRES_PASSWORD', 'SECRET_KEY', 'ADMIN_PASSWORD', 'EDGE_KEY']) {
      expect(text).toContain(`\${${name}:?`);
      expect(text).not.toMatch(new RegExp(`\\$\\{${name}(?!:\\?)[}:-]`));
      expect(read('deploy/compose/example.env')).toMatch(new RegExp(`^${name}=$`, 'm'));
    }
    const asked = [...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name);
    for (const name of asked) {
      expect(read('deploy/compose/example.env')).toMatch(new RegExp(`^${name}=`, 'm'));
    }
  });

  test('makes dumps only by its profile, with the PostgreSQL and the database of the offices', () => {
    const { backup, postgres, office1 } = services;
    expect(backup.profiles).toEqual(['backup']);
    expect(backup.image).toBe(postgres.image);
    expect(backup.environment).toEqual({ DATABASE_URL: office1.environment.DATABASE_URL });
    expect(backup.volumes[0]).toBe('../postgres/backup.sh:/backup.sh:ro');
    expect(backup.command.at(-1)).toMatch(
      /if bash \/backup\.sh \/backups \d+; then sleep 86400; else/,
    );
  });

  test('gives an edge no secret but its key, and each its own name', () => {
    for (const name of ['edge1', 'edge2', 'edge3']) {
      const { environment } = services[name];
      expect(Object.keys(environment)).not.toContain('SECRET_KEY');
      expect(Object.keys(environment)).not.toContain('DATABASE_URL');
      expect(environment.EDGE_NAME).toBe(name);
      expect(environment.EDGE_KEY).toBe(services.office1.environment.EDGE_KEYS);
      expect(environment.EDGE_NETWORKS).toBe(services.office1.environment.EDGE_NETWORKS);
    }
  });

  test('gives each process more time to stop than it needs, and mounts only existing files', () => {
    for (const name of ['office1', 'office2', 'edge1', 'edge2', 'edge3']) {
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
  type Document = { kind: string; metadata: { name: string } };
  const of = (kind: string, name: string) =>
    documents.find((one: Document) => one.kind === kind && one.metadata.name === name);
  const [config, officeConfig] = ['adwarden', 'adwarden-office'].map((name) =>
    of('ConfigMap', name),
  );
  const secrets = yaml('deploy/kubernetes/secret.example.yaml');

  const kinds = [
    ['adwarden-office', 'Deployment', 2, ['adwarden', 'adwarden-office', 'adwarden']],
    ['adwarden-edge', 'StatefulSet', 3, ['adwarden']],
  ] as const;

  test.each(kinds)(
    '%s is consistent: each part finds the pods by their labels and the port by its name',
    (name, kind, replicas, sources) => {
      const { spec } = of(kind, name);
      expect(spec.replicas).toBe(replicas);
      const { labels } = spec.template.metadata;
      expect(spec.selector.matchLabels).toEqual(labels);
      expect(spec.template.spec.topologySpreadConstraints[0].labelSelector.matchLabels).toEqual(
        labels,
      );
      expect(of('Service', name).spec.selector).toEqual(labels);
      expect(of('PodDisruptionBudget', name).spec.selector.matchLabels).toEqual(labels);
      const [container] = spec.template.spec.containers;
      expect(container.ports[0].name).toBe(of('Service', name).spec.ports[0].targetPort);
      expect(container.readinessProbe.httpGet.path).toBe('/readyz');
      expect(container.livenessProbe.httpGet.path).toBe('/healthz');
      expect(container.startupProbe.httpGet.path).toBe('/healthz');
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(5 + 12);
      const names = container.envFrom.flatMap((each: Record<string, { name: string }>) =>
        Object.values(each).map((source) => source.name),
      );
      expect(names).toEqual(sources);
      expect(secrets.map(({ metadata }) => metadata.name)).toEqual([
        'adwarden',
        'adwarden-edges',
        'adwarden-metrics',
      ]);
    },
  );

  test('gives each edge a name and a disk that it keeps, so that a new pod is no new edge', () => {
    const { spec } = of('StatefulSet', 'adwarden-edge');
    const [{ env, volumeMounts }] = spec.template.spec.containers;
    const name = { valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } };
    expect(env).toContainEqual({ name: 'EDGE_NAME', ...name });
    expect(of('Service', spec.serviceName)).toBeDefined();
    const [claim] = spec.volumeClaimTemplates;
    expect(claim.spec).toMatchObject({ accessModes: ['ReadWriteOnce'] });
    expect(volumeMounts).toContainEqual({ name: claim.metadata.name, mountPath: '/data' });
  });

  test.each(kinds)(
    '%s takes connections from whom it needs, at its port, and nobody else',
    (name, kind) => {
      const { spec } = of('NetworkPolicy', name);
      expect(spec.podSelector).toEqual(of(kind, name).spec.selector);
      expect(spec.policyTypes).toEqual(['Ingress']);
      expect(spec.ingress).toHaveLength(1);
      const [{ from, ports }] = spec.ingress;
      expect(ports).toEqual([{ protocol: 'TCP', port: 'http' }]);
      const namespace = (own: string) => ({
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': own } },
      });
      const edges = { podSelector: of('StatefulSet', 'adwarden-edge').spec.selector };
      expect(from).toEqual([
        ...(name === 'adwarden-office' ? [edges] : []),
        namespace('ingress-nginx'),
        namespace('monitoring'),
      ]);
    },
  );

  describe('monitoring.yaml', () => {
    const file = 'deploy/kubernetes/monitoring.yaml';
    const [monitor] = yaml(file);

    test('scrapes every Service once, by its port, with the token, under the name of the alerts', () => {
      const [endpoint, ...others] = monitor.spec.endpoints;
      expect(others).toEqual([]);
      const services = documents.filter(({ kind }: Document) => kind === 'Service');
      const selectors = services.map(({ spec, metadata }) => {
        expect(metadata.labels).toMatchObject(monitor.spec.selector.matchLabels);
        expect(spec.ports.map(({ name }: { name: string }) => name)).toContain(endpoint.port);
        return JSON.stringify(spec.selector);
      });
      expect(selectors).toHaveLength(2);
      expect(new Set(selectors).size, 'no pod is scraped twice').toBe(2);
      const { name, key } = endpoint.authorization.credentials;
      const token = secrets.find(({ metadata }) => metadata.name === name);
      expect(Object.keys(token.stringData)).toEqual([key]);
      expect(endpoint.path).toBe('/metrics');
      expect(endpoint.relabelings).toEqual([{ targetLabel: 'job', replacement: 'adwarden' }]);
    });

    test('its command makes a PrometheusRule of our alerts', () => {
      const [, command = ''] =
        /^# {3}(\{ printf .*\}) \| kubectl apply -f -$/m.exec(read(file)) ?? [];
      const made = spawnSync('sh', ['-c', command], {
        cwd: join(root, 'deploy/kubernetes'),
        encoding: 'utf8',
      });
      expect(made.stderr).toBe('');
      const rule = parse(made.stdout);
      expect(rule.kind).toBe('PrometheusRule');
      expect(rule.spec).toEqual(parse(read('deploy/prometheus/adwarden.rules.yml')));
    });
  });

  test('sends phones to the edges, and all else to the offices, whom the edges follow', () => {
    const backends = of('Ingress', 'adwarden').spec.rules[0].http.paths.map(
      ({ path, pathType, backend }: Record<string, never> & { backend: never }) => [
        path,
        pathType,
        (backend as { service: { name: string } }).service.name,
      ],
    );
    expect(backends).toEqual([
      ['/api/getAds', 'Exact', 'adwarden-edge'],
      ['/', 'Prefix', 'adwarden-office'],
    ]);
    const [{ env: ofEdge }] = of('StatefulSet', 'adwarden-edge').spec.template.spec.containers;
    const [{ env: ofOffice }] = of('Deployment', 'adwarden-office').spec.template.spec.containers;
    const key = { valueFrom: { secretKeyRef: { name: 'adwarden-edges', key: 'key' } } };
    expect(ofEdge).toContainEqual({ name: 'OFFICE_URL', value: 'http://adwarden-office' });
    expect(ofEdge).toContainEqual({ name: 'EDGE_KEY', ...key });
    const token = { name: 'adwarden-metrics', key: 'token', optional: true };
    const metrics = { name: 'METRICS_TOKEN', valueFrom: { secretKeyRef: token } };
    expect(ofOffice).toEqual([{ name: 'EDGE_KEYS', ...key }, metrics]);
    expect(ofEdge).toContainEqual(metrics);
    expect(officeConfig.data.ROLE).toBe('office');
  });

  test('takes bodies as large as nginx does, and holds back no stream', () => {
    const [largest] = [...read('deploy/nginx/adwarden/site.conf').matchAll(/body_size (\d+m);/g)];
    expect(of('Ingress', 'adwarden').metadata.annotations).toEqual({
      'nginx.ingress.kubernetes.io/proxy-body-size': largest?.[1],
      'nginx.ingress.kubernetes.io/proxy-buffering': 'off',
    });
  });

  test('trusts no proxy and no network until one is named: their range belongs to nobody', () => {
    expect(config.data.TRUST_PROXY).toBe('192.0.2.0/24');
    expect(config.data.EDGE_NETWORKS).toBe('192.0.2.0/24');
  });

  test.each(kinds)('%s writes only to volumes, and does not run as root', (name, kind) => {
    const { template, volumeClaimTemplates = [] } = of(kind, name).spec;
    const pod = template.spec;
    const [container] = pod.containers;
    expect(pod.securityContext.runAsNonRoot).toBe(true);
    expect(container.securityContext.readOnlyRootFilesystem).toBe(true);
    const mounts = container.volumeMounts.map((mount: { name: string }) => mount.name);
    const claimed = volumeClaimTemplates.map(
      ({ metadata }: { metadata: { name: string } }) => metadata.name,
    );
    const volumes = pod.volumes.map((volume: { name: string }) => volume.name);
    expect(mounts).toEqual([...claimed, ...volumes]);
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

  test('have systemd watch the supervisor, which reports by a program of systemd', () => {
    expect(one).toMatch(/^WatchdogSec=60$/m);
    // The program is no main process of the unit.
    expect(one).toMatch(/^NotifyAccess=all$/m);
    expect(one).toMatch(/^Type=exec$/m);
  });

  test('give a node more time to stop than it needs', () => {
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(one)?.[1])).toBeGreaterThan(12);
  });
});
