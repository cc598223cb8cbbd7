import type { FilterValue, FilterValueQuery } from '@adwarden/contract/filter-values';
import { limits } from '@adwarden/contract/limits';
import type { AppListFilters } from '../../../app-lists/apps.list.table.ts';
import type { Db } from '../../../db/schema.ts';
import type { Actor } from '../../../http/actor.ts';
import { seenApps } from '../../../sight/apps.policy.ts';
import { valuesOf } from './apps.list.values.store.ts';

export type FilterValues = ReturnType<typeof createFilterValues>;

/**
 * Builds the function that counts the values of a filter. It counts the apps that the other filters leave, so the count of a
 * value is the length of the list with that value.
 */
export function createFilterValues({ db }: { db: Db }) {
  return async (
    actor: Actor,
    { field, find, value, search, ...filters }: FilterValueQuery,
  ): Promise<{ values: FilterValue[]; hasMore: boolean }> => {
    const others: AppListFilters = { ...filters, [field]: value };
    // "With an owner", "without" and single owners are choices of one list, so they do not limit one another.
    if (field === 'userID') others.owner = undefined;
    if (field === 'owner') others.userID = undefined;
    const most = limits.filters.values;
    const question = { field, find, search, filters: others };
    const found = await valuesOf(db, question, seenApps(actor), most + 1);
    return { values: found.slice(0, most), hasMore: found.length > most };
  };
}
