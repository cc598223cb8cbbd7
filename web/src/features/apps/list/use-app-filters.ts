import { counted } from '@adwarden/contract/counted';
import { countedFilters, filterValueCalls } from '@adwarden/contract/filter-values';
import { limits } from '@adwarden/contract/limits';
import { type PastedList, pastedListCalls } from '@adwarden/contract/pasted/pasted-lists';
import { longestText, termsIn } from '@adwarden/contract/pasted/terms-in-text';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { request } from '../../../lib/http-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import type {
  Asked,
  CountedValues,
  FilterName,
  FilterSource,
} from '../../../ui/data-table/filter-source.ts';
import { whereOf } from '../../../ui/data-table/selection-store.ts';
import type { TableQuery } from '../../../ui/data-table/table-state.ts';
import type { TableControl } from '../../../ui/data-table/use-table-state.ts';
import { tooLong } from '../../../ui/form/too-long.ts';

const isCounted = (name: string) => (countedFilters as readonly string[]).includes(name);

/** Reads the values of a filter with their numbers of apps, among the apps that the search and the other filters leave. */
const valuesOf = (field: string, where: TableQuery, find: string): Asked<CountedValues> => ({
  key: [...queryKeys.filterValues, field, find, where],
  async read(signal) {
    const query = { ...where, field, find };
    const { data, hasMore } = await request(filterValueCalls.getFilterValues, { query, signal });
    return { values: data.map(({ apps: rows, ...value }) => ({ ...value, rows })), hasMore };
  },
});

const keyOfList = (id: string) => [...queryKeys.filterValues, 'pasted', id];

const nameOfList = ({ terms, missing }: PastedList): FilterName => ({
  words: `${counted(terms - missing.length, 'text')} found`,
  missing,
});

/** Reads the name of a pasted list and what it has found. */
const pastedList = (id: string): Asked<FilterName> => ({
  key: keyOfList(id),
  read: async (signal) =>
    nameOfList((await request(pastedListCalls.getPastedList, { id, signal })).data),
});

/** Reads the name of an owner by the login id. */
const nameOfOwner = (value: string): Asked<FilterName> => ({
  key: [...queryKeys.filterValues, 'name', 'userID', value],
  async read(signal) {
    const query = { field: 'userID', value } as const;
    const { data } = await request(filterValueCalls.getFilterValues, { query, signal });
    return { words: data[0]?.label ?? 'an owner without applications' };
  },
});

/** Returns what a list of applications knows of its filters: values with counts, names, and pasted lists (ADR 82). */
export function useAppFilters({ query, setFilters, setSearch }: TableControl): FilterSource {
  const client = useQueryClient();
  return useMemo(() => {
    const where = whereOf(query);

    async function findTerms(terms: string[]): Promise<string | null> {
      const most = limits.filters.terms;
      if (terms.length > most) {
        const said = terms.length.toLocaleString('en');
        return `The list has ${said} texts; at most ${most} can be searched at once. Nothing was searched.`;
      }
      try {
        const { data } = await request(pastedListCalls.addPastedList, { body: { terms } });
        client.setQueryData(keyOfList(data.id), nameOfList(data));
        setSearch('');
        setFilters({ pasted: data.id });
        return null;
      } catch (error) {
        return messageOf(error as Error);
      }
    }

    return {
      valuesOf: (name, find) => (isCounted(name) ? valuesOf(name, where, find) : null),
      nameOf: (name, value) => (name === 'pasted' ? pastedList(value) : nameOfOwner(value)),
      findAll(text, isList) {
        if (isList && text.length > longestText) return Promise.resolve(tooLong(text, longestText));
        const terms = termsIn(text) ?? (isList ? [text.trim()] : null);
        return terms && findTerms(terms);
      },
    };
  }, [query, client, setFilters, setSearch]);
}
