import type { QueryClient, QueryKey } from '@tanstack/react-query';

/*
 * What a successful write does to the cached answers. Every feature's mutations come through here,
 * because the order matters: a request that is under way was asked before the write. If it were let
 * finish, it would put the old row back, and the next edit would conflict with the person's own.
 */

/**
 * Cancels what is under way below these keys; then what is on the screen is asked again, the rest when
 * it is opened. Nobody waits for those answers: the write is done, and its dialog closes.
 */
export async function askAgain(client: QueryClient, ...keys: QueryKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => client.cancelQueries({ queryKey })));
  for (const queryKey of keys) void client.invalidateQueries({ queryKey });
}

type Merge<Row> = {
  /** Begins the keys of the cached pages that may hold the row. */
  lists: QueryKey;
  /** The row as the server answered it; fields that it lacks are kept. */
  row: Partial<Row>;
  isSame: (cached: Row) => boolean;
  /** Begins the keys of everything that the write may have changed, `lists` included. */
  changed: readonly QueryKey[];
};

/**
 * Puts a saved row into the cached pages at once, where it stands (spec, section 4), then asks for
 * what is on the screen: the row may no longer match a filter, or stand elsewhere in the order.
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
