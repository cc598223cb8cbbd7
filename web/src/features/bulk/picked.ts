import { appColumns } from '@adwarden/contract/apps';
import type { batchChange } from '@adwarden/contract/batches/batch-change';
import type { BatchPreview } from '@adwarden/contract/batches/batches';
import type { z } from 'zod';
import { type SelectionState, selectedCount } from '../../ui/data-table/selection-store.ts';
import type { TableQuery } from '../../ui/data-table/table-state.ts';

/** The applications of a change, as they are sent, and their number. */
export type Picked = {
  select: { appIDs: readonly string[] } | { where: TableQuery; except?: readonly string[] };
  count: number;
  /** The order of the list that they were picked in. */
  sort?: string;
};

const sorts = appColumns.flatMap((column) => [column, `-${column}`] as const);

/** Returns the order of a list of apps as an export takes it. */
export const appSortOf = (sort: string | undefined) => sorts.find((known) => known === sort);

/** The body of a preview, before the contract's schema has read it. */
export type AskedBatch = { select: Picked['select']; change: z.input<typeof batchChange> };

/** A preview, and the function that makes it anew: for a time in ISO 8601, or for at once. */
export type Previewed = {
  preview: BatchPreview;
  again: (at: string | null) => Promise<BatchPreview>;
};

/** Returns the selection of a list. */
export function pickedIn(state: SelectionState): Picked {
  const count = selectedCount(state);
  const { ids, query } = state;
  if (!query) return { select: { appIDs: [...ids] }, count };
  const { where, except } = query;
  return { select: { where, ...(except.size > 0 && { except: [...except] }) }, count };
}
