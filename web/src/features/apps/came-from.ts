import { z } from 'zod';

const listPlace = z.object({
  /** The query string of the list's address. */
  search: z.string(),
  /** The page of the list on which the app is, from 0. */
  page: z.int().nonnegative(),
  /** The list's entry in the browser's history (`useListMemory`). */
  entry: z.string(),
});

const known = z.object({
  among: z.array(z.string()).catch([]),
  list: listPlace.nullable().catch(null),
});
/** The place that somebody came from: the IDs of the apps of the link's list, or a place in a list of applications. */
export type CameFrom = z.infer<typeof known>;

/** Reads the state of an entry in the browser's history, which says what the apps before and after one are. */
export const cameFrom = (state: unknown): CameFrom =>
  known.safeParse(state).data ?? { among: [], list: null };
