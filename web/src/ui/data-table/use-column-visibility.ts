import '../../lib/storage.ts';
import { useLocalStorage } from '@mantine/hooks';
import type { RowData } from '@tanstack/react-table';
import { ownKey } from '../../lib/base-path.ts';
import { type DataTableColumn, idOf } from './data-table-columns.ts';
import type { TableControl } from './use-table-state.ts';

type Visibility = Record<string, boolean>;

function read(text: string | undefined): Visibility {
  try {
    const stored: unknown = JSON.parse(text ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter(([, on]) => typeof on === 'boolean'));
  } catch {
    return {};
  }
}

function useChoice(storageKey: string) {
  return useLocalStorage<Visibility>({
    key: ownKey(`${storageKey}.columns`),
    defaultValue: {},
    getInitialValueInEffect: false,
    deserialize: read,
  });
}

type Named = Pick<TableControl, 'shape' | 'state' | 'setColumns'>;

/** Tells whether the user, or the address, chose this hidden column; only then the server is asked for its data. */
export function useIsChosen({ shape, state }: Named, id: string): boolean {
  const [chosen] = useChoice(shape.storageKey);
  return state.columns ? state.columns.includes(id) : chosen[id] === true;
}

/**
 * Returns the columns that the person wants: those that the address names, else those that the user chose, else those
 * without `hidden`. The choice is kept in this browser; while the address names columns, it is kept there. `kept`: the
 * columns to save with a view, null for the usual ones.
 */
export function useColumnVisibility<Row extends RowData>(
  columns: readonly DataTableColumn<Row>[],
  { shape, state, setColumns }: Named,
) {
  const [chosen, setChosen, forget] = useChoice(shape.storageKey);
  const ids = columns.map(idOf);
  const named = ids.some((id) => state.columns?.includes(id)) ? state.columns : undefined;
  const isWanted = (id: string, hidden = false) =>
    named ? named.includes(id) : (chosen[id] ?? !hidden);
  const isChosen = named !== undefined || Object.keys(chosen).length > 0;
  const wanted = columns.filter((column) => isWanted(idOf(column), column.meta?.hidden));
  return {
    wanted,
    /** A column that was added by hand stays, also in a narrow window. */
    isPinned: (id: string) => chosen[id] === true,
    isChosen,
    kept: isChosen ? wanted.map(idOf) : null,
    choose(id: string, shown: boolean): void {
      // It is kept also in this browser: a narrow window would hide a column that only the address names.
      if (!named || shown) setChosen((before) => ({ ...before, [id]: shown }));
      if (named) setColumns(ids.filter((one) => (one === id ? shown : named.includes(one))));
    },
    reset(): void {
      forget();
      if (named) setColumns(undefined);
    },
  };
}
