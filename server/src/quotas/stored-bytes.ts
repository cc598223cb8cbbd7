import { limits } from '@adwarden/contract/limits';
import type { Person } from '@adwarden/contract/people/people';
import type { StoredWhat } from '../db/schema.stored-bytes.ts';
import type { Tx } from '../db/schema.ts';
import { AppError } from '../kit/app-error.ts';
import { type BytesByWhat, readStoredBytes } from './stored-bytes.store.ts';

/** The author of a write, and its transaction. Writes of the program itself have no limit. */
type Write = { tx: Tx; author: { kind: Person['kind'] | 'system'; id: string } };

/** The subject of a refusal: in the answer to a call, and in the result of a batch or a change request. */
const subjects = { call: 'You store', later: 'The author stores' };

const words: Record<StoredWhat, string> = {
  apps: 'applications',
  countries: 'countries',
  users: 'owners',
  accounts: 'app-ads.txt',
  changeRequests: 'change requests',
  batches: 'batches and previews',
  views: 'views',
  icons: 'icons',
};

/**
 * Does a write, and refuses it (409) when its author then stores more than one person may, and more than before: a person beyond
 * the limit can shorten and delete. An administrator's writes also count for things that belong to nobody; they are never
 * refused for the bytes of an owner. The caller has the writers' turn.
 */
export async function withinBytes<T>(
  { tx, author }: Write,
  work: () => Promise<T>,
  told: keyof typeof subjects = 'call',
): Promise<T> {
  const { kind, id } = author;
  if (kind === 'system') return work();
  const before = await readStoredBytes(tx, { kind, id });
  const result = await work();
  const after = await readStoredBytes(tx, { kind, id });
  const most = limits.quotas.storedBytes[kind];
  for (const [place, subject] of [
    ['own', subjects[told]],
    ['nobodys', 'All administrators together store'],
  ] as const) {
    const [used, wanted] = [sumOf(before[place]), sumOf(after[place])];
    if (wanted > most && wanted > used) {
      throw new AppError(
        'conflict',
        refusal(subject, before[place], { most, more: wanted - used }),
      );
    }
  }
  return result;
}

const sumOf = (bytes: BytesByWhat): number =>
  Object.values(bytes).reduce((sum, some) => sum + some, 0);

function refusal(
  subject: string,
  used: BytesByWhat,
  { most, more }: { most: number; more: number },
) {
  const parts = (Object.entries(used) as [StoredWhat, number][])
    .filter(([, bytes]) => bytes > 0)
    .sort(([, one], [, other]) => other - one)
    .map(([what, bytes]) => `${words[what]} ${inWords(bytes)}`);
  const all = parts.length > 0 ? ` (${parts.join(', ')})` : '';
  return `${subject} ${inWords(sumOf(used))} of ${inWords(most)}${all}, and this takes ${inWords(more)} more: shorten or delete something first. Previews, replaced icons, ended batches and closed change requests make room within an hour`;
}

/** Writes a number of bytes in words: `12 kB`, `255.9 MB`. */
function inWords(bytes: number): string {
  const [amount, unit] = bytes < 1024 ** 2 ? [bytes / 1024, 'kB'] : [bytes / 1024 ** 2, 'MB'];
  return `${amount.toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`;
}
