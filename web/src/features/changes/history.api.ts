import { changeCalls } from '@adwarden/contract/changes/changes';
import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import { type Query, request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { Restorable } from './changes.api.ts';

/** Entries of the log, newest first, loaded page by page. */
function entriesQuery(key: QueryKey, question: Query<typeof changeCalls.getChanges>) {
  return infiniteQueryOptions({
    queryKey: [...key, question],
    queryFn: ({ pageParam: page, signal }) =>
      request(changeCalls.getChanges, { query: { ...question, page }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ page, pageSize, total }) =>
      (page + 1) * pageSize < total ? page + 1 : undefined,
  });
}

/** Reads the entries of one app. */
export const historyQuery = (appID: string) =>
  entriesQuery(queryKeys.history, { entity: 'app', key: appID });

/** Reads the deletions of one kind that were not restored. */
export const deletedQuery = (entity: Restorable) =>
  entriesQuery(queryKeys.deleted, { entity, gone: 'true', pageSize: 20 });

/** Reads the entries that a batch made. */
export const batchEntriesQuery = (batch: string) =>
  entriesQuery([...queryKeys.history, 'batch'], { batch, pageSize: 20 });
