import '../../lib/storage.ts';
import { useLocalStorage } from '@mantine/hooks';
import type { RowData } from '@tanstack/react-table';
import type { DataTableColumn } from './data-table-columns.ts';

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
    key: `${storageKey}.columns`,
    defaultValue: {},
    getInitialValueInEffect: false,
    deserialize: read,
  });
}

/** Whether the user chose this hidden column; only then the server is asked for its data. */
export function useIsChosen(storageKey: string, id: string): boolean {
  const [chosen] = useChoice(storageKey);
  return chosen[id] === true;
}

/** CSS pixels for each column that the user added; columns with `from` are hidden to make room for it. */
const widthOfAdded = 150;

/**
 * Which columns show at this width: those that the user chose, else what the columns' `hidden` and `from` say. The
 * choice is kept in this browser under `storageKey`.
 */
export function useColumnVisibility<Row extends RowData>(
  columns: readonly DataTableColumn<Row>[],
  width: number,
  storageKey: string,
) {
  const [chosen, setChosen, forget] = useChoice(storageKey);
  const added = columns.filter((column) => column.meta?.hidden && chosen[idOf(column)]);
  const room = width - added.length * widthOfAdded;
  const visibility = Object.fromEntries(
    columns.map((column) => {
      const { hidden = false, from = 0 } = column.meta ?? {};
      const id = idOf(column);
      return [id, chosen[id] ?? (!hidden && (width === 0 || room >= from))];
    }),
  );
  return {
    visibility,
    isChosen: Object.keys(chosen).length > 0,
    choose: (id: string, shown: boolean) => setChosen((before) => ({ ...before, [id]: shown })),
    reset: forget,
  };
}
