import type { QueryClient, QueryKey } from '@tanstack/react-query';

/*
 * Updates the cache after a successful write. All mutations use it, because the order matters: a list request that
 * began before the write must be cancelled. Otherwise its answer would put the old row back into the cache, and the
 * user's next edit would conflict with their own save.
 */

/**
 * Cancels running requests under these keys and invalidates them: what is on the screen is fetched now, the rest
 * when it is opened. Does not wait for the answers, so that the dialog can close.
 */
export async function askAgain(client: QueryClient, ...keys: QueryKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => client.cancelQueries({ queryKey })));
  for (const queryKey of keys) void client.invalidateQueries({ queryKey });
}

type Merge<Row> = {
  /** The prefix of the keys of the cached pages that may contain the row. */
  lists: QueryKey;
  /** The row from the server's answer; other fields of the cached row are kept. */
  row: Partial<Row>;
  isSame: (cached: Row) => boolean;
  /** The key prefixes of everything that the write may have changed, including `lists`. */
  changed: readonly QueryKey[];
};

/**
 * Updates a saved row in the cached pages at once, at its place (spec, section 4). Then fetches what is on the screen
 * again, because the row may no longer match a filter, or its place in the order may have changed.
 */
export async function mergeRow<Row>(client: QueryClient, merge: Merge<Row>): Promise<void> {
  const { lists, row, isSame, changed } = merge;
  await client.cancelQueries({ queryKey: lists });
  client.setQueriesData<{ data: Row[] }>(
    { queryKey: lists },
    (page) =>
      page && { ...page, data: page.data.map((one) => (isSame(one) ? { ...one, ...row } : one)) },
  );
  await askAgain(client, ...changed);
}
