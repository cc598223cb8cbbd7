import type { batchChange } from '@adwarden/contract/batches/batch-change';
import type { BatchPreview } from '@adwarden/contract/batches/batches';
import type { z } from 'zod';
import { type SelectionState, selectedCount } from '../../ui/data-table/selection-store.ts';
import type { TableQuery } from '../../ui/data-table/table-state.ts';

/** The applications of a change, as they are sent, and how many they are. */
export type Picked = {
  select: { appIDs: readonly string[] } | { where: TableQuery; except?: readonly string[] };
  count: number;
  /** The order of the list that they were picked in. */
  sort?: string;
};

/** The body of a preview, before the contract's schema has read it. */
export type AskedBatch = { select: Picked['select']; change: z.input<typeof batchChange> };

/** A preview, and the function that makes it anew: for a time in ISO 8601, or for at once. */
export type Previewed = {
  preview: BatchPreview;
  again: (at: string | null) => Promise<BatchPreview>;
};

/** What is selected in a list. */
export function pickedIn(state: SelectionState): Picked {
  const count = selectedCount(state);
  const { ids, query } = state;
  if (!query) return { select: { appIDs: [...ids] }, count };
  const { where, except } = query;
  return { select: { where, ...(except.size > 0 && { except: [...except] }) }, count };
}
