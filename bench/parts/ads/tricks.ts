import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSet } from '../../data-sets/data-set.ts';
import type { DataSets } from '../../data-sets/data-sets.ts';
import { withoutRun } from '../../measuring/judged.ts';
import { measureP99Rise } from '../../measuring/p99-rise.ts';
import { log, shownOnly, type Verdict } from '../../measuring/report.ts';
import { costOf, runRounds, type Target, threeTimes } from '../../measuring/rounds.ts';
import { median } from '../../measuring/statistics.ts';
import { memory, pin } from '../../servers/processes.ts';
import { type ServerOptions, startServer } from '../../servers/server.ts';
import { type Gain, type Trick, tricks } from '../../tricks/tricks.ts';
import { makeVariant, type Variant } from '../../tricks/variant.ts';
import { backOfficeLoad } from './calm.ts';
import { behindProxy, requestsByCallers } from './rules.ts';
import { measureSlowReaders } from './slow-readers.ts';

const rounds = { answer: 3, start: 7 };
const callers = 10_000;

type Named = [name: string, trick: Trick];
type Measure = (chosen: Named[], sets: DataSets) => Promise<Verdict[]>;

/**
 * Each optimisation off and on in turns, in fresh processes. `chosen` are parts of names; none means all. The processor
 * time of an answer is that of the ads process, with 10,000 and with 100,000 apps.
 */
export async function measureTricks(sets: DataSets, chosen: string[]): Promise<Verdict[]> {
  const named = Object.entries(tricks).filter(
    ([name]) => chosen.length === 0 || chosen.some((word) => name.includes(word)),
  );
  const verdicts: Verdict[] = [];
  for (const [gain, measure] of Object.entries(measures) as [Gain, Measure][]) {
    const those = named.filter(([, trick]) => trick.gain === gain);
    if (those.length > 0) verdicts.push(...(await measure(those, sets)));
  }
  return verdicts;
}

const measures: Record<Gain, Measure> = {
  answer: async (chosen, sets) => [
    ...(await costs('10,000 apps', chosen, await sets.some(), sets)),
    ...(await costs('100,000 apps', chosen, await sets.many(), sets)),
  ],
  async 'answer by IP rules'(chosen, sets) {
    const data = await sets.withRules('on');
    const requests = (urls: string[]) => requestsByCallers(urls, callers);
    return costs('100,000 apps with IP rules', chosen, data, sets, requests, behindProxy);
  },
  tail: (chosen, sets) =>
    eachPair(chosen, sets, async (name, options) => {
      const data = await sets.many();
      const server = await startServer(data.dataDir, options);
      const { figure } = await measureP99Rise(name, server, data, backOfficeLoad(data));
      await server.stop();
      return [shownOnly(`${name}: rise of p99`, figure)];
    }),
  'slow readers': (chosen, sets) =>
    eachPair(chosen, sets, async (name, options) => {
      const verdicts = await measureSlowReaders(await sets.many(), options);
      return verdicts.map((verdict) => shownOnly(`${name}: ${verdict.name}`, verdict.figure));
    }),
  async start(chosen, sets) {
    const { dataDir } = await sets.many();
    const started = async (options: ServerOptions) => {
      const server = await startServer(dataDir, options);
      await server.stop();
      return server.startMs;
    };
    const servers: { name: string; options: ServerOptions; times: number[] }[] = [];
    await eachPair(chosen, sets, async (name, options) => {
      // Each copy compiles its code at its first start.
      await started(options);
      servers.push({ name, options, times: [] });
      return [];
    });
    for (let round = 0; round < rounds.start; round += 1) {
      for (const { options, times } of servers) times.push(await started(options));
    }
    return servers.map(({ name, times }) =>
      shownOnly(`${name}: start`, `${median(times).toFixed(0)} ms`),
    );
  },
};

/** Measures the server as it is, then without each trick. */
async function eachPair(
  chosen: Named[],
  sets: DataSets,
  measure: (name: string, options: ServerOptions) => Promise<Verdict[]>,
): Promise<Verdict[]> {
  const verdicts = await measure('with all', variantOf({}, sets));
  for (const [name, trick] of chosen) {
    log(`without ${name}`);
    verdicts.push(...(await measure(`without ${name}`, variantOf(trick.without, sets))));
  }
  return verdicts;
}

let folders = 0;
const newFolder = (sets: DataSets) => {
  folders += 1;
  return sets.folder(`trick-${folders}`);
};

/** Makes a copy of the server. The one with all tricks is a copy, too, so that only the tricks differ. It has no hourly run. */
function variantOf({ settings, ...without }: Variant, sets: DataSets): ServerOptions {
  const changes = [...(without.changes ?? []), withoutRun];
  const main = makeVariant(newFolder(sets), { ...without, changes });
  return { main, ...(settings && { settings }) };
}

/** Compares the processor time of an answer: the time without a trick, divided by the time with all of them. */
async function costs(
  label: string,
  chosen: Named[],
  { dataDir, urlsFile }: DataSet,
  sets: DataSets,
  requests?: (urls: string[]) => string[],
  settings: Record<string, string> = {},
): Promise<Verdict[]> {
  const requestsFile = requests ? join(newFolder(sets), 'requests.txt') : urlsFile;
  if (requests) {
    const urls = readFileSync(urlsFile, 'utf8').trimEnd().split('\n');
    writeFileSync(requestsFile, `${requests(urls).join('\n')}\n`);
  }
  const base = 'with all';
  const names = [base, ...chosen.map(([name]) => name)];
  const servers = new Map<string, { dataDir: string; options: ServerOptions; mb: number[] }>();
  for (const [name, trick] of [[base, null] as const, ...chosen]) {
    // A folder of its own: without some tricks, the last good ads have another form.
    const own = newFolder(sets);
    cpSync(dataDir, own, { recursive: true });
    servers.set(name, { dataDir: own, options: variantOf(trick?.without ?? {}, sets), mb: [] });
  }

  async function begin(name: string): Promise<Target> {
    const {
      dataDir: own,
      options,
      mb,
    } = servers.get(name) as NonNullable<ReturnType<typeof servers.get>>;
    const { ads, office, port, stop } = await startServer(own, {
      ...options,
      core: 'server',
      settings: { ...settings, ...options.settings },
    });
    // The ads process has its core for itself.
    pin(office, 'driver');
    const measured = async () => {
      mb.push(memory(ads)?.now ?? Number.NaN);
      await stop();
    };
    return { server: { port, pid: ads, stop: measured }, requestsFile };
  }

  const found = await runRounds(
    rounds.answer,
    async () => {
      const targets: Record<string, Target> = {};
      for (const name of names) targets[name] = await begin(name);
      // Each round begins with another one, because the place in a round may matter.
      names.push(names.shift() as string);
      return targets;
    },
    { turnsOf: threeTimes },
  );
  return [...servers.keys()].map((name) => {
    const each = found.map((round) => costOf(round[name] as never) / costOf(round[base] as never));
    const cost = median(found.map((round) => costOf(round[name] as never)));
    const mb = median(servers.get(name)?.mb ?? []);
    return shownOnly(
      `${label}: ${name === base ? base : `without ${name}`}`,
      `${median(each).toFixed(3)} (${cost.toFixed(2)} µs, ${mb.toFixed(0)} MB; rounds ${each.map((one) => one.toFixed(2)).join(', ')})`,
    );
  });
}
