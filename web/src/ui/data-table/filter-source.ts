import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';

/** A value of a filter, and how many rows have it. */
export type CountedValue = { value: string; label: string; rows: number };
export type CountedValues = { values: CountedValue[]; hasMore: boolean };

/** What people see in place of an id. `missing`: the texts of a list that nothing has. */
export type FilterName = { words: string; missing?: readonly string[] };

/** A question to the server. `key`: of its answer in the cache. */
export type Asked<T> = { key: readonly unknown[]; read: (signal: AbortSignal) => Promise<T> };

/** What a list knows of the values of its filters. */
export type FilterSource = {
  /** The values of a filter with their number of rows, those with a part of a label; null where nothing counts them. */
  valuesOf: (name: string, find: string) => Asked<CountedValues> | null;
  nameOf: (name: string, value: string) => Asked<FilterName>;
  /** Limits the list to what the texts name. Resolves with what is wrong, or null; null at once when it is no list of texts. */
  findAll: (text: string, isList: boolean) => Promise<string | null> | null;
};

export const FilterSourceContext = createContext<FilterSource | null>(null);

export const useFilterSource = (): FilterSource | null => use(FilterSourceContext);

const unasked = ['unasked'];

/** The answer to a question; the one before stays meanwhile when `keeps`. */
export function useAnswer<T>(asked: Asked<T> | null | undefined, keeps = false) {
  return useQuery<T>({
    queryKey: asked?.key ?? unasked,
    queryFn: asked ? ({ signal }) => asked.read(signal) : skipToken,
    ...(keeps && { placeholderData: keepPreviousData }),
    meta: { errorToast: false },
  });
}
