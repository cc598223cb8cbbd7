import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';

/** The batches whose end this tab has said, by id: the bell does not tell of them again. */
export const saidBatchesQuery = queryOptions<string[]>({
  queryKey: queryKeys.saidBatches,
  queryFn: skipToken,
  initialData: [],
  gcTime: Number.POSITIVE_INFINITY,
});

/** Notes that the end of a batch was said. */
export function noteSaid(client: QueryClient, batchID: string): void {
  client.setQueryData(saidBatchesQuery.queryKey, (before = []) => [...before, batchID]);
}
