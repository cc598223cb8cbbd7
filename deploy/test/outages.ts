import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathOf, routes } from '@adwarden/contract/routes';
import { type Postgres, type PostgresPair, startPostgresPair } from '../programs/postgres.ts';
import { ask } from './ask.ts';
import { startAsking, type Tally } from './asker.ts';
import { type App, type BackOffice, openBackOffice } from './back-office.ts';
import { startNginx } from './nginx.ts';
import { type Node, node } from './node.ts';
import { startWriting } from './writer.ts';

/** One outage: what was taken down, and what phones and people in the back office saw. */
export type Outage = { name: string; tally: Tally; remarks: string[] };

type Setup = {
  nodes: [Node, Node];
  /** The primary. */
  database: Postgres;
  standby: PostgresPair['standby'];
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
  const answer = await ask(port, pathOf('updateApp', apps.shared[0]?.appID), {
    method: routes.updateApp.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${backOffice.token}` },
    body: JSON.stringify({ note }),
  });
  return answer.status;
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

/** Throws unless every node serves the ads of an app that was added. */
async function assertAds({ nodes }: Setup, path: string): Promise<void> {
  for (const { port } of nodes) {
    const { status } = await ask(port, path);
    if (status !== 200) throw new Error(`The ads of an app that was added answer ${status}`);
  }
}

const bothReady = ({ nodes }: Setup) =>
  Promise.all(nodes.map(({ port }) => ask(port, '/readyz'))).then((answers) =>
    answers.every(({ status }) => status === 200),
  );

/** Waits until nginx sends phones to a node again; after a failure it skips the node for a while. */
async function waitForRequests({ port }: Node, mostMs = 15_000): Promise<void> {
  const began = performance.now();
  while (
    !/adwarden_ads_answers_total\{outcome="ok"\} [1-9]/.test((await ask(port, '/metrics')).text)
  ) {
    if (performance.now() - began > mostMs) throw new Error('A node that is back is not asked');
    await pause(100);
  }
}

type Cause = (setup: Setup, away: () => Promise<void>) => Promise<string[]>;

/** The outages, each caused while phones send requests; each returns remarks. */
const outages: Record<string, { who: 'all' | 'shared'; cause: Cause }> = {
  'PostgreSQL killed and started again': {
    who: 'all',
    async cause(setup, away) {
      await setup.database.kill();
      const refused = await write(setup, 'meanwhile');
      if (refused !== 503) throw new Error(`A write without a database answers ${refused}`);
      await away();
      if (!(await bothReady(setup))) throw new Error('A node is not ready without the database');
      await setup.database.start();
      const ms = await writeAgain(setup);
      return [
        'writes meanwhile: 503, nodes ready',
        `first write ${ms.toFixed(0)} ms after it is back`,
      ];
    },
  },
  'a node killed and started again while PostgreSQL is gone': {
    who: 'all',
    async cause(setup, away) {
      await setup.database.kill();
      await setup.nodes[0].kill();
      await setup.nodes[0].start();
      await away();
      await setup.database.start();
      await writeAgain(setup);
      return ['it served from its last-good file'];
    },
  },
  'PostgreSQL killed and its standby promoted, under writes': {
    who: 'all',
    async cause(setup, away) {
      const writing = startWriting(setup.backOffice);
      await pause(1000);
      await setup.database.kill();
      const since = performance.now();
      setup.standby.promote();
      setup.database = setup.standby;
      await writing.acknowledgedAfter(since, mostTakeoverMs);
      const ms = performance.now() - since;
      await away();
      const acknowledged = await writing.stop();
      const { data } = await setup.backOffice.call('getAllApp');
      const kept = new Set(data.map((app: App) => app.appID));
      const lost = acknowledged.filter(({ appID }) => !kept.has(appID));
      if (lost.length > 0) throw new Error(`${lost.length} acknowledged writes are lost`);
      for (const { path } of acknowledged) await assertAds(setup, path);
      return [
        `writes again ${ms.toFixed(0)} ms after the kill`,
        `${acknowledged.length} writes acknowledged before and after it, none lost`,
      ];
    },
  },
  'one of two nodes killed': {
    who: 'all',
    async cause({ nodes: [first] }, away) {
      await first.kill();
      await away();
      await first.start();
      await waitForRequests(first);
      return [];
    },
  },
  'one of two nodes stopped (SIGTERM)': {
    who: 'all',
    async cause({ nodes: [, second] }, away) {
      const code = await second.stop();
      await away();
      await second.start();
      return [`it ended with ${code}`];
    },
  },
  'all nodes killed, public answers': {
    who: 'shared',
    async cause({ nodes }, away) {
      await Promise.all(nodes.map((each) => each.kill()));
      // Longer than an answer is fresh, and longer than it may be served while it is fetched.
      await pause((2 * maxAge + 1) * 1000);
      await away();
      await Promise.all(nodes.map((each) => each.start()));
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
  const asking = startAsking(setup.port, who === 'all' ? [...shared, ...perCaller] : shared, {
    perSecond,
  });
  await pause(500);
  try {
    const remarks = await cause(setup, () => pause(away * 1000));
    await pause(500);
    return { name, tally: await asking.stop(), remarks };
  } finally {
    await asking.stop();
  }
}

/** Starts PostgreSQL with a standby, two nodes and nginx, causes every kind of outage under load, then stops all. */
export async function causeOutages(pace: Pace, onOutage: (outage: Outage) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-outages-'));
  const takeDown: (() => Promise<unknown>)[] = [];
  try {
    const pair = await startPostgresPair();
    takeDown.unshift(() => pair.remove());
    const settings = {
      DATABASE_URL: pair.url,
      SECRET_KEY: randomBytes(32).toString('base64'),
      TRUST_PROXY: '127.0.0.1',
      ADS_MAX_AGE: String(maxAge),
    };
    const make = (name: string) => {
      const dataDir = join(folder, name);
      mkdirSync(dataDir);
      return node(dataDir, settings);
    };
    const nodes: [Node, Node] = [await make('a'), await make('b')];
    takeDown.unshift(() => Promise.all(nodes.map((each) => each.stop())));
    await Promise.all(nodes.map((each) => each.start()));
    const nginx = await startNginx({ nodes: nodes.map(({ port }) => port) });
    takeDown.unshift(() => nginx.stop());

    const backOffice = await openBackOffice(nginx.port);
    const add = (ipAddress: 'on' | 'off') =>
      Promise.all(Array.from({ length: 20 }, () => backOffice.addApp({ ipAddress })));
    const apps = { shared: await add('off'), perCaller: await add('on') };
    const { primary: database, standby } = pair;
    const setup: Setup = { nodes, database, standby, port: nginx.port, backOffice, apps };
    for (const name of Object.keys(outages)) onOutage(await causeUnderLoad(name, setup, pace));
  } finally {
    for (const step of takeDown) await step().catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  }
}
