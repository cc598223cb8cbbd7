import { Session } from 'node:inspector/promises';
import { isMainThread } from 'node:worker_threads';

/*
 * Is loaded into a server before its own program. It takes samples of what the thread that answers is doing, because a part
 * of less than 1 % is lost in a comparison of two runs: the speed of a machine changes more than that.
 */

/** Samples of the thread that answers: all in which it worked, and those in which it looked up or noted an answer. */
export type Samples = { working: number; noting: number };

const sampleEveryUs = 200;
const route = '/ads/endpoint/ads.route.ts';
const watched = '/ads/watching/ads.watched.ts';

type Profile = Awaited<ReturnType<typeof stopProfile>>['profile'];

const session = new Session();
const stopProfile = () => session.post('Profiler.stop');

/** Counts the samples. A sample names the innermost function; the functions around it are its parents. */
function count({ nodes, samples = [] }: Profile): Samples {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const counted: Samples = { working: 0, noting: 0 };
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((of) => [of, id])));
  const filesOf = (id: number | undefined): string[] => {
    const node = id === undefined ? undefined : byId.get(id);
    return node ? [node.callFrame.url, ...filesOf(parents.get(node.id))] : [];
  };
  const isNoting = (id: number): boolean => {
    const files = filesOf(id);
    const at = files.findIndex((file) => file.endsWith(watched));
    return at >= 0 && files.slice(at).some((file) => file.endsWith(route));
  };
  const noting = new Set(nodes.filter(({ id }) => isNoting(id)).map(({ id }) => id));
  for (const id of samples) {
    if (byId.get(id)?.callFrame.functionName === '(idle)') continue;
    counted.working += 1;
    if (noting.has(id)) counted.noting += 1;
  }
  return counted;
}

if (isMainThread) {
  session.connect();
  process.on('message', async (order) => {
    if (order === 'begin samples') {
      await session.post('Profiler.enable');
      await session.post('Profiler.setSamplingInterval', { interval: sampleEveryUs });
      await session.post('Profiler.start');
      process.send?.(null);
    }
    if (order === 'end samples') process.send?.(count((await stopProfile()).profile));
  });
}
