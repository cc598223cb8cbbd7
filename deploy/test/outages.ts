import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { wireOf } from '@adwarden/contract/testing/wire';
import { farAway, type Line, openLine } from '../programs/line.ts';
import { type Postgres, type PostgresPair, startPostgresPair } from '../programs/postgres.ts';
import { ask } from './ask.ts';
import { startAsking, type Tally } from './asker.ts';
import { type App, type BackOffice, openBackOffice } from './back-office.ts';
import { startNginx } from './nginx.ts';
import { type Node, node, opened } from './node.ts';
import { startWriting } from './writer.ts';

/** One outage: what was taken down, what phones saw near the offices and far away, and what people in the back office saw. */
export type Outage = { name: string; near: Tally; far: Tally; remarks: string[] };

/** PostgreSQL with a standby and two offices, or the embedded database with one. */
export type Database = 'PostgreSQL' | 'SQLite';

type Setup = {
  offices: Node[];
  /** The edges behind nginx. */
  edges: [Node, Node, Node];
  /** An edge on another continent, its lines to both offices, and the apps that only its phones request. */
  far: { edge: Node; lines: Line[]; apps: App[] };
  /** The primary, and its standby; undefined on SQLite. */
  postgres: { database: Postgres; standby: PostgresPair['standby'] } | undefined;
  /** nginx. */
  port: number;
  backOffice: BackOffice;
  /** Apps without IP rules, and apps with IP rules. */
  apps: { shared: App[]; perCaller: App[] };
};

/** The length of an outage, in seconds, and the phones' requests per second. */
export type Pace = { away: number; perSecond: number };

/** The longest time until writes succeed again after a standby has taken over, in milliseconds. */
const mostTakeoverMs = 10_000;

/** The seconds that an answer is fresh. They are few, so that the cache does not hide the nodes. */
const maxAge = 1;

/** Changes an app through the back office and answers the status. */
async function write({ port, backOffice, apps }: Setup, note: string): Promise<number> {
  const { path, body, ...sent } = wireOf('updateApp', {
    as: backOffice.token,
    id: apps.shared[0]?.appID ?? '',
    body: { note },
  });
  return (await ask(port, path, { ...sent, body: String(body) })).status;
}

/** Repeats a write until it succeeds; returns the milliseconds until then. */
async function writeAgain(setup: Setup, mostMs = 30_000): Promise<number> {
  const began = performance.now();
  while ((await write(setup, 'after')) !== 200) {
    if (performance.now() - began > mostMs) throw new Error('Writes do not come back');
    await pause(50);
  }
  return performance.now() - began;
}

const everyEdge = ({ edges, far }: Setup) => [...edges, far.edge];

/** Repeats a question until its answer is as wanted; returns the milliseconds until then. */
async function until(what: string, isSo: () => Promise<boolean>, mostMs = 15_000): Promise<number> {
  const began = performance.now();
  while (!(await isSo().catch(() => false))) {
    if (performance.now() - began > mostMs) throw new Error(`Not so: ${what}`);
    await pause(20);
  }
  return performance.now() - began;
}

/** Waits until every edge serves the ads of an app; returns the milliseconds until then. */
const servedEverywhere = (setup: Setup, { path }: App) =>
  until('every edge serves an app that was added', async () => {
    const answers = await Promise.all(everyEdge(setup).map(({ port }) => ask(port, path)));
    return answers.every(({ status }) => status === 200);
  });

const edgesReady = (setup: Setup) =>
  Promise.all(everyEdge(setup).map(({ port }) => ask(port, '/readyz'))).then((answers) =>
    answers.every(({ status }) => status === 200),
  );

/** Waits until nginx sends phones to an edge again; after a failure it skips the edge for a while. */
const askedAgain = ({ port }: Node) =>
  until('an edge that is back is asked', async () =>
    /adwarden_ads_answers_total\{outcome="ok"\} [1-9]/.test(
      (await ask(port, '/metrics', opened)).text,
    ),
  );

type Cause = (setup: Setup, away: () => Promise<void>) => Promise<string[]>;

/** Returns the first office, and the PostgreSQL of a setup that has one. */
function partsOf({ offices, postgres }: Setup) {
  const [first] = offices;
  if (!first || !postgres) throw new Error('Only on PostgreSQL');
  return { first, postgres };
}

/** Kills or stops the process of an office; its supervisor starts a new one. */
const officeAway = (signal: 'SIGKILL' | 'SIGSTOP', mostMs: number): Cause =>
  async function cause({ offices: [first] }, away) {
    if (first?.signalChild('adwarden office', signal) !== 1) throw new Error('No office is there');
    const ms = await until(
      'the office is back',
      async () => (await ask(first.port, '/readyz')).status === 200,
      mostMs,
    );
    await away();
    return [`it serves again after ${ms.toFixed(0)} ms`];
  };

/** Kills or stops the process that answers the ads of an edge; its supervisor starts a new one. */
const adsAway = (signal: 'SIGKILL' | 'SIGSTOP', mostMs: number): Cause =>
  async function cause({ edges: [, , third] }, away) {
    if (third.signalChild('adwarden ads', signal) !== 1) throw new Error('No ads process is there');
    const ms = await until(
      'the edge answers again',
      async () => (await ask(third.port, '/healthz')).status === 200,
      mostMs,
    );
    await away();
    await askedAgain(third);
    return [`it answers again after ${ms.toFixed(0)} ms`];
  };

type Kind = { who: 'all' | 'shared'; cause: Cause; on?: Database };

/** The outages, each caused while phones send requests; each returns remarks. `on`: only on this database. */
const outages: Record<string, Kind> = {
  'PostgreSQL killed and started again': {
    who: 'all',
    on: 'PostgreSQL',
    async cause(setup, away) {
      const { postgres } = partsOf(setup);
      await postgres.database.kill();
      const refused = await write(setup, 'meanwhile');
      if (refused !== 503) throw new Error(`A write without a database answers ${refused}`);
      await away();
      if (!(await edgesReady(setup))) throw new Error('An edge is not ready without the database');
      await postgres.database.start();
      const ms = await writeAgain(setup);
      return [
        'writes meanwhile: 503, edges ready',
        `first write ${ms.toFixed(0)} ms after it is back`,
      ];
    },
  },
  'PostgreSQL killed and its standby promoted, under writes': {
    who: 'all',
    on: 'PostgreSQL',
    async cause(setup, away) {
      const { postgres } = partsOf(setup);
      const writing = startWriting(setup.backOffice);
      await pause(1000);
      await postgres.database.kill();
      const since = performance.now();
      postgres.standby.promote();
      postgres.database = postgres.standby;
      await writing.acknowledgedAfter(since, mostTakeoverMs);
      const ms = performance.now() - since;
      await away();
      const acknowledged = await writing.stop();
      const { data } = await setup.backOffice.call('getAllApp');
      const kept = new Set(data.map(({ appID }) => appID));
      const lost = acknowledged.filter(({ appID }) => !kept.has(appID));
      if (lost.length > 0) throw new Error(`${lost.length} acknowledged writes are lost`);
      for (const app of acknowledged) await servedEverywhere(setup, app);
      return [
        `writes again ${ms.toFixed(0)} ms after the kill`,
        `${acknowledged.length} writes acknowledged before and after it, none lost`,
      ];
    },
  },
  'one of two offices killed': {
    who: 'all',
    on: 'PostgreSQL',
    async cause(setup, away) {
      const { first } = partsOf(setup);
      await first.kill();
      const ms = await writeAgain(setup);
      const reached = await servedEverywhere(setup, await setup.backOffice.addApp());
      await away();
      await first.start();
      return [
        `first write by the other one ${ms.toFixed(0)} ms later, at every edge ${reached.toFixed(0)} ms after it`,
      ];
    },
  },
  'the process of an office killed, its supervisor not': {
    who: 'all',
    cause: officeAway('SIGKILL', 15_000),
  },
  'the process of an office hung, its supervisor not': {
    who: 'all',
    cause: officeAway('SIGSTOP', 20_000),
  },
  'all offices killed, and an edge killed and started meanwhile': {
    who: 'all',
    async cause(setup, away) {
      await Promise.all(setup.offices.map((each) => each.kill()));
      await setup.edges[0].kill();
      await setup.edges[0].start();
      await away();
      const refused = await write(setup, 'meanwhile');
      if (refused !== 503) throw new Error(`A write without an office answers ${refused}`);
      if (!(await edgesReady(setup))) throw new Error('An edge is not ready without an office');
      await Promise.all(setup.offices.map((each) => each.start()));
      await writeAgain(setup);
      return ['writes meanwhile: 503; the edge served its last good ads'];
    },
  },
  'one of three edges killed': {
    who: 'all',
    async cause({ edges: [first] }, away) {
      await first.kill();
      await away();
      await first.start();
      await askedAgain(first);
      return [];
    },
  },
  'one of three edges stopped (SIGTERM)': {
    who: 'all',
    async cause({ edges: [, second] }, away) {
      const code = await second.stop();
      await away();
      await second.start();
      return [`it ended with ${code}`];
    },
  },
  'the ads process of an edge killed, its supervisor not': {
    who: 'all',
    cause: adsAway('SIGKILL', 15_000),
  },
  'the ads process of an edge hung, its supervisor not': {
    who: 'all',
    cause: adsAway('SIGSTOP', 17_000),
  },
  'the supervisor of an edge hung, its ads process not': {
    who: 'all',
    async cause({ edges: [, , third] }, away) {
      third.signal('SIGSTOP');
      await away();
      third.signal('SIGCONT');
      return [];
    },
  },
  'the lines to the far edge silent, then cut': {
    who: 'all',
    async cause(setup, away) {
      const { lines } = setup.far;
      for (const line of lines) line.silence();
      await away();
      for (const line of lines) line.cut();
      await away();
      const late = await setup.backOffice.addApp();
      for (const line of lines) line.open();
      const ms = await servedEverywhere(setup, late);
      return [`a change of meanwhile is there ${ms.toFixed(0)} ms after the lines are back`];
    },
  },
  'all edges behind nginx killed, public answers': {
    who: 'shared',
    async cause({ edges }, away) {
      await Promise.all(edges.map((each) => each.kill()));
      // Longer than an answer is fresh, and longer than it may be served while it is fetched.
      await pause((2 * maxAge + 1) * 1000);
      await away();
      await Promise.all(edges.map((each) => each.start()));
      return [];
    },
  },
};

async function causeUnderLoad(
  name: string,
  setup: Setup,
  { away, perSecond }: Pace,
): Promise<Outage> {
  const { who, cause } = outages[name] as (typeof outages)[string];
  const { shared, perCaller } = setup.apps;
  for (const { path } of shared) await ask(setup.port, path);
  const near = startAsking(setup.port, who === 'all' ? [...shared, ...perCaller] : shared, {
    perSecond,
  });
  const far = startAsking(setup.far.edge.port, setup.far.apps, { perSecond: perSecond / 5 });
  await pause(500);
  try {
    const remarks = await cause(setup, () => pause(away * 1000));
    const ms = await servedEverywhere(setup, await setup.backOffice.addApp());
    remarks.push(`afterwards a new app is at every edge after ${ms.toFixed(0)} ms`);
    return { name, near: await near.stop(), far: await far.stop(), remarks };
  } finally {
    await Promise.all([near.stop(), far.stop()]);
  }
}

/** Throws unless the offices have counted every answer of the far edge, once. */
async function assertCounted({ far, backOffice }: Setup, answered: number): Promise<string> {
  await far.edge.stop();
  let counted = 0;
  for (const { appID } of far.apps) {
    const { data } = await backOffice.call('getAppUsage', { id: appID });
    counted += data.total.ok;
  }
  if (counted !== answered) {
    throw new Error(`The far edge has answered ${answered}, and the offices counted ${counted}`);
  }
  return `The offices have counted all ${counted} answers of the far edge, once`;
}

/**
 * Starts a database (PostgreSQL with a standby and two offices, or an office with SQLite), three edges behind nginx, and
 * an edge at the end of a bad line; causes every kind of outage under load, then stops all. Returns what the usage of the
 * far edge came to.
 */
export async function causeOutages(
  on: Database,
  pace: Pace,
  onOutage: (outage: Outage) => void,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-outages-'));
  const takeDown: (() => Promise<unknown>)[] = [];
  const key = randomBytes(32).toString('base64');
  const make = async (name: string, settings: Record<string, string>) => {
    const dataDir = join(folder, name);
    mkdirSync(dataDir);
    const made = await node(dataDir, {
      TRUST_PROXY: '127.0.0.1',
      ADS_MAX_AGE: String(maxAge),
      ...settings,
    });
    takeDown.unshift(() => made.stop());
    await made.start();
    return made;
  };
  try {
    const pair = on === 'PostgreSQL' ? await startPostgresPair() : undefined;
    if (pair) takeDown.unshift(() => pair.remove());
    const settings: Record<string, string> = { ROLE: 'office', EDGE_KEYS: key };
    if (pair) {
      settings.DATABASE_URL = pair.url;
      settings.SECRET_KEY = randomBytes(32).toString('base64');
    }
    const offices = [await make('office-1', settings)];
    if (pair) offices.push(await make('office-2', settings));
    const makeEdge = (name: string, urls: string[]) =>
      make(name, {
        ROLE: 'ads',
        EDGE_KEY: key,
        EDGE_NAME: name,
        OFFICE_URL: urls.join(),
      });
    const urls = offices.map(({ port }) => `http://127.0.0.1:${port}`);
    const edges: Setup['edges'] = [
      await makeEdge('near-1', urls),
      await makeEdge('near-2', urls.toReversed()),
      await makeEdge('near-3', urls),
    ];
    const lines = await Promise.all(offices.map(({ port }) => openLine(port, farAway)));
    takeDown.unshift(async () => lines.forEach((line) => void line.close()));
    const farEdge = await makeEdge(
      'far',
      lines.map(({ url }) => url),
    );
    const nginx = await startNginx({
      nodes: edges.map(({ port }) => port),
      offices: offices.map(({ port }) => port),
    });
    takeDown.unshift(() => nginx.stop());

    const backOffice = await openBackOffice(nginx.port);
    const add = (ipAddress: 'on' | 'off') =>
      Promise.all(Array.from({ length: 20 }, () => backOffice.addApp({ ipAddress })));
    const apps = { shared: await add('off'), perCaller: await add('on') };
    const far = { edge: farEdge, lines, apps: await add('on') };
    const postgres = pair && { database: pair.primary, standby: pair.standby };
    const setup: Setup = { offices, edges, far, postgres, port: nginx.port, backOffice, apps };
    for (const { path } of far.apps)
      await until('the far edge knows its apps', async () => {
        return (await ask(farEdge.port, path)).status === 200;
      });
    let answered = far.apps.length;
    for (const [name, { on: only = on }] of Object.entries(outages)) {
      if (only !== on) continue;
      const outage = await causeUnderLoad(name, setup, pace);
      answered += outage.far.answered;
      onOutage(outage);
    }
    return await assertCounted(setup, answered);
  } finally {
    for (const step of takeDown) await step().catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  }
}
