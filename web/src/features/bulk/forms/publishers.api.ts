import { adUnitSlots } from '@adwarden/contract/ad-units';
import { samplePublisher } from '@adwarden/contract/findings/ad-unit-ids';
import { limits } from '@adwarden/contract/limits';
import { exportCalls } from '@adwarden/contract/spreadsheets/exports';
import { queryOptions } from '@tanstack/react-query';
import { beginningOf } from '../../../lib/http-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import type { Picked } from '../picked.ts';

const { offered, readLength } = limits.batches.publishers;
const columns = adUnitSlots.map(({ name }) => name);

/** The publisher ids in a text, the most frequent first: 'pub-1234567890123456'. Google's samples have none. */
export function publishersIn(text: string): string[] {
  const counts = new Map<string, number>();
  for (const [publisher, digits] of text.matchAll(/\bpub-(\d{16})(?!\d)/g)) {
    if (digits !== samplePublisher) counts.set(publisher, (counts.get(publisher) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, offered)
    .map(([publisher]) => publisher);
}

/**
 * The publisher ids in the ad units of some applications: of the first ones if there are many. They are read from an
 * export, of which only the beginning is fetched. Without them the form works all the same, so a failure shows nothing.
 */
export const publishersQuery = (select: Picked['select']) =>
  queryOptions({
    queryKey: [...queryKeys.apps, 'publishers', select] as const,
    queryFn: async ({ signal }) => {
      const body = { ...select, columns, format: 'json' } as const;
      const text = await beginningOf(exportCalls.exportSelectedApps, { body, signal }, readLength);
      return publishersIn(text);
    },
    gcTime: 0,
    retry: false,
    meta: { errorToast: false },
  });
