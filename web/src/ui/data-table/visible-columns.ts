import { createContext, use } from 'react';

/** The ids of the columns that a data table shows, for what stands in its toolbar. */
export const VisibleColumns = createContext<readonly string[]>([]);

export const useVisibleColumns = (): readonly string[] => use(VisibleColumns);
