import { adUnitSlots } from '@adwarden/contract/ad-units';
import { appColumns } from '@adwarden/contract/apps';
import { searched } from '../data-sets/data-set.words.ts';
import { seededRandom } from '../measuring/statistics.ts';
import { signIn } from './api.ts';

/*
 * Searches and writes in the back office as fast as the server answers: one search and one write at a time, from the
 * message `start` to the message `pause`. It answers `pause` with their numbers so far.
 *
 *   node back-office-client.ts PORT APP-ID…
 */

const [port, ...appIDs] = process.argv.slice(2);
const random = seededRandom(3);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const done = { searches: 0, writes: 0 };
let work = Promise.withResolvers<void>();

async function search(): Promise<void> {
  const api = await signIn(Number(port));
  for (;;) {
    await work.promise;
    const sort = `${pick(['', '-'] as const)}${pick(appColumns)}` as const;
    await api.call('getAllApp', {
      query: { page: 0, sort, search: pick(Object.values(searched)) },
    });
    done.searches += 1;
  }
}

async function write(): Promise<void> {
  const api = await signIn(Number(port));
  for (;;) {
    await work.promise;
    const id = pick(appIDs);
    // The write changes searched texts and a sorted column.
    const body = {
      appName: `Stone Garden ${done.writes}`,
      [pick(adUnitSlots).name]: `unit ${done.writes}`,
    };
    await api.call('updateApp', { id, body });
    done.writes += 1;
  }
}

process.on('message', (order) => {
  if (order === 'start') return work.resolve();
  work = Promise.withResolvers();
  process.send?.(done);
});
process.on('disconnect', () => process.exit(0));
await Promise.all([search(), write()]);
