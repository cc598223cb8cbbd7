import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { isMainThread } from 'node:worker_threads';

/*
 * A server loads this file before its own program. It takes samples of what the thread that answers ads is doing. The
 * processor times of two runs differ by more than 1 %, so comparing them cannot show a cost that is smaller.
 */

/**
 * The numbers of samples of the ads thread. `all`: every sample. `working`: the thread was not idle. `noting`: it looked up or
 * noted an answer for Connect. `counting`: it counted requests or handed the counts on.
 */
export type Samples = { all: number; working: number; noting: number; counting: number };

/** The environment variable with the file into which the samples are written. */
export const samplesFile = 'BENCH_SAMPLES';
const sampleEveryUs = 200;
const route = '/ads/endpoint/ads.route.ts';
const watched = '/ads/watching/ads.watched.ts';
const usage = '/ads/usage/';

type Profile = Awaited<ReturnType<typeof stopProfile>>['profile'];
type Node = Profile['nodes'][number];

const session = new Session();
const stopProfile = () => session.post('Profiler.stop');

/** Counts the samples. A sample names the function that runs; its parents are the functions that called it. */
function count({ nodes, samples = [] }: Profile): Samples {
  const parents = new Map(
    nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node])),
  );
  const filesOf = (node: Node | undefined): string[] =>
    node ? [node.callFrame.url, ...filesOf(parents.get(node.id))] : [];
  const isNoting = (node: Node) => {
    const files = filesOf(node);
    return [watched, route].every((part) => files.some((file) => file.endsWith(part)));
  };
  const working = nodes.filter(({ callFrame }) => callFrame.functionName !== '(idle)');
  const isCounting = (node: Node) => filesOf(node).some((file) => file.includes(usage));
  const countOf = (some: Node[]) => {
    const ids = new Set(some.map(({ id }) => id));
    return samples.filter((id) => ids.has(id)).length;
  };
  return {
    all: samples.length,
    working: countOf(working),
    noting: countOf(working.filter(isNoting)),
    counting: countOf(working.filter(isCounting)),
  };
}

/** The supervisor hands on no messages, so a signal begins the samples, and the next one ends them. */
if (isMainThread && process.env.ADWARDEN_TASK === 'ads') {
  session.connect();
  let isBegun = false;
  process.on('SIGUSR2', async () => {
    if (isBegun) {
      const samples = count((await stopProfile()).profile);
      writeFileSync(process.env[samplesFile] ?? '', JSON.stringify(samples));
    } else {
      await session.post('Profiler.enable');
      await session.post('Profiler.setSamplingInterval', { interval: sampleEveryUs });
      await session.post('Profiler.start');
    }
    isBegun = !isBegun;
  });
}
