import { backOfficeLoad } from './calm.ts';
import type { DataSet } from './data-set.ts';
import type { DataSets } from './data-sets.ts';
import { measureP99Rise } from './p99-rise.ts';
import { log, shownOnly, type Verdict } from './report.ts';
import { costOf, ratio, runRounds } from './rounds.ts';
import { startServer } from './server.ts';
import { median } from './statistics.ts';
import { type Gain, type Trick, tricks } from './tricks/tricks.ts';
import { makeVariant } from './tricks/variant.ts';

const rounds = { answer: 5, start: 7 };

/** How the server is started as it is, and without one trick. */
type Pair = Record<'with' | 'without', Parameters<typeof startServer>[1]>;

/**
 * Each optimisation off and on in turns, in fresh processes: processor time per answer with 10,000 and with
 * 100,000 apps, or the rise of the ads' p99 while somebody works in the back office, or the time of a start.
 * `chosen` are parts of names; none means all.
 */
export async function measureTricks(sets: DataSets, chosen: string[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const [index, [name, trick]] of Object.entries(tricks).entries()) {
    if (chosen.length > 0 && !chosen.some((word) => name.includes(word))) continue;
    log(name);
    const folder = sets.folder(`trick-${index}`);
    verdicts.push(...(await measures[trick.gain](name, pairOf(trick, folder), sets, folder)));
  }
  return verdicts;
}

function pairOf({ without }: Trick, folder: string): Pair {
  const main = makeVariant(folder, without);
  return { with: {}, without: { main, ...(without.settings && { settings: without.settings }) } };
}

type Measure = (name: string, pair: Pair, sets: DataSets, folder: string) => Promise<Verdict[]>;

const measures: Record<Gain, Measure> = {
  answer: async (name, pair, sets) => [
    await costs(`${name}: 10,000 apps`, pair, await sets.some()),
    await costs(`${name}: 100,000 apps`, pair, await sets.many()),
  ],
  async tail(name, pair, sets) {
    const data = await sets.many();
    const verdicts: Verdict[] = [];
    for (const [word, options] of Object.entries(pair)) {
      const server = await startServer(data.dataDir, options);
      const rise = await measureP99Rise(word, server, data, backOfficeLoad(data));
      await server.stop();
      verdicts.push(shownOnly(`${name}: ${word}, rise of p99`, rise.figure));
    }
    return verdicts;
  },
  async start(name, pair, sets) {
    const { dataDir } = await sets.many();
    const times = { with: [] as number[], without: [] as number[] };
    for (let round = 0; round < rounds.start; round += 1) {
      for (const word of ['with', 'without'] as const) {
        const server = await startServer(dataDir, pair[word]);
        times[word].push(server.startMs);
        await server.stop();
      }
    }
    const [on, off] = [median(times.with), median(times.without)];
    return [shownOnly(name, `start ${on.toFixed(0)} ms, without ${off.toFixed(0)} ms`)];
  },
};

/** Compares the processor time of an answer: the time without the trick, divided by the time with it. */
async function costs(name: string, pair: Pair, { dataDir, urlsFile }: DataSet): Promise<Verdict> {
  const begin = async (options: Pair['with']) => ({
    server: await startServer(dataDir, { ...options, core: 'server' }),
    requestsFile: urlsFile,
  });
  const found = await runRounds(rounds.answer, async () => ({
    with: await begin(pair.with),
    without: await begin(pair.without),
  }));
  const each = found.map((round) => (costOf(round.without) / costOf(round.with)).toFixed(3));
  const cost = (word: 'with' | 'without') =>
    median(found.map((round) => costOf(round[word]))).toFixed(2);
  const all = ratio(found, ['without', 'with'], costOf).toFixed(3);
  return shownOnly(
    name,
    `${all} (${cost('with')} µs, without ${cost('without')} µs; rounds ${each.join(', ')})`,
  );
}
