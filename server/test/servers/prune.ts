import { pruningRules } from '../../src/composition/pruning-rules.ts';
import type { Db } from '../../src/db/schema.ts';
import { pruneNow as pruneBy } from '../../src/pruning/pruning.ts';
import type { Kept } from '../../src/pruning/rule.ts';

type Options = Parameters<typeof pruneBy>[3];

/** Prunes by the rules of all rooms. */
export const pruneNow = (db: Db, kept?: Kept, options?: Options) =>
  pruneBy(db, pruningRules, kept, options);
