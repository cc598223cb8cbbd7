import '../../lib/storage.ts';
import { useLocalStorage } from '@mantine/hooks';
import type { RowData } from '@tanstack/react-table';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ownKey } from '../../lib/base-path.ts';
import { type DataTableColumn, idOf } from './data-table-columns.ts';
import { type ColumnNeed, fitColumns, wholeColumns } from './fit-columns.ts';

/** CSS pixels by column id: at `whole`, nothing in the column is cut; `head` is for its name alone. */
type Measured = Readonly<Record<string, { whole: number; head: number }>>;

/** A table that is narrower than this (CSS pixels) has narrow gaps, and column names on two lines. */
const denseBelow = 1180;
/** A text that is longer than this (CSS pixels) is cut, however much room its neighbours leave. */
const mostOfText = 480;
/** The last column, of row actions: its name among the measured columns, and its least width in CSS pixels. */
const actions = { id: ':actions', least: 44 };

/** The last measurement of each list, so that its columns do not move when its rows arrive. */
const remembered = new Map<string, Measured>();

type Question<Row extends RowData> = {
  /** The element around the table; it scrolls sideways. */
  scroll: RefObject<HTMLElement | null>;
  storageKey: string;
  /** The columns that the person wants, in their order. */
  columns: readonly DataTableColumn<Row>[];
  /** Tells whether the person has chosen a column: such columns are never hidden. */
  isPinned: (id: string) => boolean;
  /** The inner width of the scrolling element in CSS pixels; 0 for cards, which have no columns. */
  room: number;
  hasActions: boolean;
  /** The shown rows; undefined while they are loaded. */
  rows: readonly unknown[] | undefined;
};

type Known = {
  measured: Measured;
  isPinned: boolean;
  /** No row was ever seen: only the headings say how wide a column is. */
  isEmpty: boolean;
};

function needOf<Row extends RowData>(
  { id, meta }: { id: string; meta: DataTableColumn<Row>['meta'] },
  { measured, isPinned, isEmpty }: Known,
): ColumnNeed {
  const { width = 0, minWidth = 110, givesWay } = meta ?? {};
  const turn = isPinned ? undefined : givesWay;
  // Otherwise the headings of an empty list would stand close together, beside the room of one long text.
  const grow = meta?.grow ?? (isEmpty && width === 0 ? 1 : 0);
  if (grow === 0) {
    const least = Math.max(measured[id]?.whole ?? 0, width);
    return { id, least, whole: least, grow, givesWay: turn };
  }
  const whole = meta?.wraps ? mostOfText : Math.min(measured[id]?.whole ?? minWidth, mostOfText);
  const least = Math.max(Math.min(minWidth, whole), measured[id]?.head ?? 0);
  return { id, least, whole: Math.max(least, whole), grow, givesWay: turn };
}

/**
 * Decides which columns have room, and how wide each is, by what its cells need on the pages seen so far. It asks the browser
 * once for new rows, new columns and a font that arrives, before the page is painted. A column never needs less than
 * before, so that columns do not come and go while somebody turns over pages.
 */
export function useFittedColumns<Row extends RowData>(question: Question<Row>) {
  const { scroll, storageKey, columns, isPinned, room, hasActions, rows } = question;
  const isDense = room < denseBelow;
  const key = `${storageKey}.${isDense}`;
  const [all, setAll] = useState<Readonly<Record<string, Measured>>>(() =>
    Object.fromEntries(remembered),
  );
  const [isSideways, setSideways] = useLocalStorage<boolean>({
    key: ownKey(`${storageKey}.sideways`),
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const measured = all[key] ?? {};
  const isEmpty = rows?.length === 0 && !remembered.has(key);
  const needs = columns.map((column) => {
    const id = idOf(column);
    return needOf<Row>({ id, meta: column.meta }, { measured, isPinned: isPinned(id), isEmpty });
  });
  const actionsWidth = hasActions ? Math.max(measured[actions.id]?.whole ?? 0, actions.least) : 0;
  const inner = room - actionsWidth;
  const fitted = fitColumns(needs, inner);
  const sideways = isSideways && fitted.hidden.length > 0;
  const hidden = room === 0 || sideways ? [] : fitted.hidden;
  const widths = sideways ? wholeColumns(needs, inner) : fitted.widths;

  /**
   * The subject of the last measurement: the rows, the shown columns, and the room. The first and the last column have more
   * padding, and sizes inside cells depend on the window.
   */
  const last = useRef<{ rows: typeof rows; ids: string; key: string; room: number } | null>(null);
  const ids = [...Object.keys(widths), ...(hasActions ? [actions.id] : [])].join();
  useLayoutEffect(() => {
    const table = scroll.current?.querySelector('table');
    if (!table || room === 0) return;
    const shown = ids.split(',');
    const before = last.current;
    const isSame =
      before?.rows === rows && before?.key === key && before?.room === room && before?.ids === ids;
    if (isSame) return;
    last.current = { rows, key, room, ids };
    const now = measure(table, shown);
    const isKnown = (id: string) => {
      const [found, known] = [now[id], measured[id]];
      return found && known && found.whole <= known.whole && found.head <= known.head;
    };
    if (shown.every(isKnown)) return;
    const next = { ...measured };
    for (const [id, { whole, head }] of Object.entries(now)) {
      const known = measured[id] ?? { whole, head };
      next[id] = { whole: Math.max(whole, known.whole), head: Math.max(head, known.head) };
    }
    // Headings alone say little about the cells.
    if (rows && rows.length > 0) remembered.set(key, next);
    setAll((others) => ({ ...others, [key]: next }));
  });

  useEffect(() => {
    const forget = () => {
      last.current = null;
      remembered.clear();
      setAll({});
    };
    document.fonts.addEventListener('loadingdone', forget);
    return () => document.fonts.removeEventListener('loadingdone', forget);
  }, []);

  return {
    hidden,
    widths,
    /** CSS pixels of the column of row actions; 0 without it. */
    actionsWidth,
    isDense,
    /** The columns for which there is no room, also while they show because the table scrolls sideways. */
    without: room === 0 ? [] : fitted.hidden,
    isSideways: sideways,
    setSideways,
  };
}

/** Lays the table out as narrow as its cells allow without a line break, reads the widths, and restores the layout. */
function measure(table: HTMLTableElement, ids: readonly string[]): Measured {
  const around = table.parentElement;
  const left = around?.scrollLeft ?? 0;
  table.dataset.measuring = '';
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
  const isDense = 'dense' in table.dataset;
  const widths = heads.map((cell) => {
    const { paddingLeft, paddingRight } = getComputedStyle(cell);
    const name = cell.firstElementChild?.getBoundingClientRect().width ?? 0;
    return {
      whole: Math.ceil(cell.getBoundingClientRect().width),
      // On two lines, a name always has room.
      head: isDense ? 0 : Math.ceil(name + parseFloat(paddingLeft) + parseFloat(paddingRight)),
    };
  });
  delete table.dataset.measuring;
  if (around) around.scrollLeft = left;
  return Object.fromEntries(ids.map((id, place) => [id, widths[place] ?? { whole: 0, head: 0 }]));
}
