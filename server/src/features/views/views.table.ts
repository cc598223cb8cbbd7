import { inNormalForm } from '@adwarden/contract/unicode';
import type { View } from '@adwarden/contract/views/views';
import type { SavedViewTable } from '../../db/schema.views.ts';

/** A view with its JSON parsed; `isDefault` is about the person who asks. */
export type StoredView = Omit<SavedViewTable, 'query' | 'columns' | 'shared' | 'nameKey'> &
  Pick<View, 'query' | 'columns' | 'shared' | 'isDefault'>;

/** Returns the key by which names are compared, without regard to case. */
export const nameKeyOf = (name: string): string => inNormalForm(name).toLowerCase();
