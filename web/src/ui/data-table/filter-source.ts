import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';

/** A value of a filter, and how many rows have it. */
type CountedValue = { value: string; label: string; rows: number };
export type CountedValues = { values: CountedValue[]; hasMore: boolean };

/** The text that people see instead of an id. `missing`: the texts of a list that match nothing. */
export type FilterName = { words: string; missing?: readonly string[] };

/** A question to the server. `key`: the key of its answer in the cache. */
export type Asked<T> = { key: readonly unknown[]; read: (signal: AbortSignal) => Promise<T> };

/** The data of a list about the values of its filters. */
export type FilterSource = {
  /** Reads the values of a filter with their number of rows: values whose label contains `find`; null if nothing counts them. */
  valuesOf: (name: string, find: string) => Asked<CountedValues> | null;
  nameOf: (name: string, value: string) => Asked<FilterName>;
  /**
   * Limits the list to the rows that the texts name. Resolves to an error, or to null; returns null at once if it is no list
   * of texts.
   */
  findAll: (text: string, isList: boolean) => Promise<string | null> | null;
};

export const FilterSourceContext = createContext<FilterSource | null>(null);

export const useFilterSource = (): FilterSource | null => use(FilterSourceContext);

const unasked = ['unasked'];

/** Returns the answer to a question; with `keeps`, the previous answer stays meanwhile. */
export function useAnswer<T>(asked: Asked<T> | null | undefined, keeps = false) {
  return useQuery<T>({
    queryKey: asked?.key ?? unasked,
    queryFn: asked ? ({ signal }) => asked.read(signal) : skipToken,
    ...(keeps && { placeholderData: keepPreviousData }),
    meta: { errorToast: false },
  });
}
