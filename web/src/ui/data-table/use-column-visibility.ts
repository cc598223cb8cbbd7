import '../../lib/storage.ts';
import { useLocalStorage } from '@mantine/hooks';
import type { RowData } from '@tanstack/react-table';
import { ownKey } from '../../lib/base-path.ts';
import type { DataTableColumn } from './data-table-columns.ts';
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

function idOf<Row extends RowData>(column: DataTableColumn<Row>): string {
  return column.id ?? ('accessorKey' in column ? String(column.accessorKey) : '');
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

/** Whether the user, or the address, chose this hidden column; only then the server is asked for its data. */
export function useIsChosen({ shape, state }: Named, id: string): boolean {
  const [chosen] = useChoice(shape.storageKey);
  return state.columns ? state.columns.includes(id) : chosen[id] === true;
}

/** CSS pixels for each column that the user added; columns with `from` are hidden to make room for it. */
const widthOfAdded = 150;

/**
 * Which columns show at this width: those that the address names, else those that the user chose, else what the columns'
 * `hidden` and `from` say. The choice is kept in this browser; while the address names columns, it is kept there.
 * `kept`: the columns to save with a view, null for the usual ones.
 */
export function useColumnVisibility<Row extends RowData>(
  columns: readonly DataTableColumn<Row>[],
  width: number,
  { shape, state, setColumns }: Named,
) {
  const [chosen, setChosen, forget] = useChoice(shape.storageKey);
  const ids = columns.map(idOf);
  const named = ids.some((id) => state.columns?.includes(id)) ? state.columns : undefined;
  /** Whether a column is wanted, if the window is wide enough. */
  const isWanted = (id: string, hidden = false) =>
    named ? named.includes(id) : (chosen[id] ?? !hidden);
  const added = columns.filter(
    ({ meta }, place) => meta?.hidden && isWanted(ids[place] ?? '', true),
  );
  const room = width - added.length * widthOfAdded;
  const visibility = Object.fromEntries(
    columns.map(({ meta }, place) => {
      const { hidden, from = 0 } = meta ?? {};
      const id = ids[place] ?? '';
      const hasRoom = width === 0 || room >= from || chosen[id] === true;
      return [id, isWanted(id, hidden) && hasRoom];
    }),
  );
  const isChosen = named !== undefined || Object.keys(chosen).length > 0;
  const wanted = columns.flatMap(({ meta }, place) => {
    const id = ids[place] ?? '';
    return isWanted(id, meta?.hidden) ? [id] : [];
  });
  return {
    visibility,
    isChosen,
    kept: isChosen ? wanted : null,
    choose(id: string, shown: boolean): void {
      // Also in this browser: a narrow window would hide a column that only the address names.
      if (!named || shown) setChosen((before) => ({ ...before, [id]: shown }));
      if (named) setColumns(ids.filter((one) => (one === id ? shown : named.includes(one))));
    },
    reset(): void {
      forget();
      if (named) setColumns(undefined);
    },
  };
}
