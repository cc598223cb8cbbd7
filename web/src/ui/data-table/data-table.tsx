import { limits } from '@adwarden/contract/limits';
import { Button } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type RowData, useTable } from '@tanstack/react-table';
import { type ReactNode, type RefCallback, useCallback, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { EmptyState } from '../feedback/empty-state.tsx';
import { ErrorPanel } from '../feedback/error-panel.tsx';
import classes from './data-table.module.css';
import { DataTableCards } from './data-table-cards.tsx';
import { DataTableChips } from './data-table-chips.tsx';
import { DataTableColumnMenu } from './data-table-column-menu.tsx';
import {
  type DataTableColumn,
  dataTableFeatures,
  idOf,
  isChoosable,
  labelOf,
} from './data-table-columns.ts';
import { DataTableFilterPanel } from './data-table-filter-panel.tsx';
import { DataTableGrid } from './data-table-grid.tsx';
import { DataTableHidden } from './data-table-hidden.tsx';
import { DataTablePager } from './data-table-pager.tsx';
import { DataTableToolbar, type ToolbarButtons } from './data-table-toolbar.tsx';
import { DataTableView } from './data-table-view.tsx';
import { useFilterSource } from './filter-source.ts';
import { SearchBox } from './search-box.tsx';
import { isNarrowed, pageCountOf, type TableQuery } from './table-state.ts';
import { useColumnVisibility } from './use-column-visibility.ts';
import { useFittedColumns } from './use-fitted-columns.ts';
import { useLeavingRows } from './use-leaving-rows.ts';
import { useRowKeys } from './use-row-keys.ts';
import type { TableControl } from './use-table-state.ts';
import { VisibleColumns } from './visible-columns.ts';

/** Narrower than this (CSS pixels) a row is a card. */
const cardsBelow = 640;

/** The part of a TanStack Query result that a table reads; ask with `placeholderData: keepPreviousData`. */
export type TableResult<Row> = {
  /** `hasMore`: there are more rows than `total`, and only so many can be shown. */
  data: { data: Row[]; total?: number | undefined; hasMore?: boolean | undefined } | undefined;
  error: Error | null;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
};

/** Renders the menu of saved views, after the other menus. `columns` are those to save, null for the usual ones. */
export type ViewMenuOf = (control: TableControl, columns: readonly string[] | null) => ReactNode;

type Props<Row extends RowData> = ToolbarButtons & {
  /** The table's name for screen readers. */
  label: string;
  columns: readonly DataTableColumn<Row>[];
  rowId: (row: Row) => string;
  control: TableControl;
  result: TableResult<Row>;
  /** Without it, the list has no search. */
  searchPlaceholder?: string;
  /** The text and the one button while there are no rows at all. */
  empty: { kind?: 'all-well'; title: string; text?: string; action?: ReactNode };
  /** A last column that stays in view. */
  rowActions?: (row: Row) => ReactNode;
  /** Selects all rows that the filters find; offered beside the filters in use. */
  selectAll?: { count: number; act: () => void } | undefined;
  /** Between the toolbar and the rows, and always in view: the actions for the selected rows. */
  bar?: ReactNode;
  /** Called with the row's id for `x` on a row; `range` when Shift is pressed. Needs `onOpen`. */
  onSelect?: ((id: string, range: boolean) => void) | undefined;
  /** More about a row, below it; null while it is closed. Must be the same function while nothing opens or closes. */
  rowDetails?: (row: Row) => ReactNode;
  /** Called for `e` on a row. Needs `onOpen`. */
  onEdit?: (row: Row) => void;
  /** Called for Enter on a row. Without it, the list has no keys (`useRowKeys`). */
  onOpen?: (row: Row) => void;
  /** A click on a row calls `onOpen`, too. */
  clickOpens?: boolean;
  /** Called with the query of a page to which the user is likely to go next. */
  onPrefetch?: (query: TableQuery) => void;
  viewMenu?: ViewMenuOf | undefined;
};

const none: never[] = [];

/**
 * The generic data table (spec, section 2). The server searches, sorts, filters and pages: `control`, made by
 * `useTableState`, is the question, `result` the answer. `columns` must be the same array at each render.
 */
export function DataTable<Row extends RowData>(props: Props<Row>) {
  const { columns, control, result, rowId, label, searchPlaceholder, rowActions, onOpen } = props;
  const { state, shape } = control;
  const source = useFilterSource();
  const { data, error, isFetching, isPlaceholderData } = result;
  const [measured, width] = useWidth();
  const isCards = width > 0 && width < cardsBelow;
  const columnChoice = useColumnVisibility(columns, control);

  const answered = data?.data ?? none;
  const { rows, leaving } = useLeavingRows(
    { rows: answered, question: control.query },
    data !== undefined && !isPlaceholderData,
    rowId,
  );
  const scroll = useRef<HTMLDivElement>(null);
  const [inner, room] = useWidth();
  const fit = useFittedColumns<Row>({
    scroll,
    storageKey: shape.storageKey,
    columns: columnChoice.wanted,
    isPinned: columnChoice.isPinned,
    room: isCards ? 0 : room,
    hasActions: rowActions !== undefined,
    rows: data && rows,
  });
  const shown = columnChoice.wanted.map(idOf).filter((id) => !fit.hidden.includes(id));
  const withRow = (act: ((row: Row) => void) | undefined) =>
    act &&
    ((id: string) => {
      const row = rows.find((one) => rowId(one) === id);
      if (row) act(row);
    });
  const keys = useRowKeys({
    open: withRow(onOpen),
    edit: withRow(props.onEdit),
    select: props.onSelect,
  });
  const frame = useMergedRef(measured, keys.frame);
  const total = data && (data.total ?? answered.length);
  const pageCount = pageCountOf(total ?? 0, state.pageSize);
  const sorting = [{ id: state.sort.replace(/^-/, ''), desc: state.sort.startsWith('-') }];
  const table = useTable({
    features: dataTableFeatures,
    columns,
    data: rows as Row[],
    getRowId: rowId,
    rowCount: total ?? 0,
    state: {
      columnVisibility: Object.fromEntries(
        columns.map((one) => [idOf(one), shown.includes(idOf(one))]),
      ),
      sorting,
      pagination: { pageIndex: state.page, pageSize: state.pageSize },
    },
    manualSorting: true,
    manualPagination: true,
    enableMultiSort: false,
    enableSortingRemoval: false,
    onSortingChange: (updater) => {
      const [sort] = typeof updater === 'function' ? updater(sorting) : updater;
      if (sort) control.setSort(sort.desc ? `-${sort.id}` : sort.id);
    },
  });

  // A page beyond the last one (an old link, rows deleted meanwhile) becomes the last.
  const { setPage } = control;
  const isBeyond = total !== undefined && !isPlaceholderData && state.page >= pageCount;
  useEffect(() => {
    if (isBeyond) setPage(pageCount - 1, 'correction');
  }, [isBeyond, pageCount, setPage]);

  const failure = useLastFailure(result);
  const loading = (data === undefined && failure === null) || isBeyond;
  const shared = {
    table,
    label,
    leaving,
    rowActions,
    rowDetails: props.rowDetails,
    loading,
    busy: loading || (isFetching && isPlaceholderData),
    instead: loading || leaving.size > 0 ? null : insteadOfRows(props, failure),
  };
  const leaves = table.getAllLeafColumns();
  const sorts = leaves
    .filter(({ id }) => shape.sorts.includes(id))
    .map((column) => ({ id: column.id, label: labelOf(column) }));

  return (
    <section
      ref={frame}
      className={classes.frame}
      aria-label={label}
      onKeyDown={keys.onKeyDown}
      onMouseDown={keys.onMouseDown}
      onClick={props.clickOpens ? keys.onClick : undefined}
      data-click-opens={props.clickOpens || undefined}
    >
      {onOpen && (
        <button type="button" className={classes.skip} onClick={keys.toRows}>
          Skip to the rows
        </button>
      )}
      <DataTableToolbar
        {...props}
        actions={
          props.actions && (
            <VisibleColumns
              value={leaves.filter((leaf) => leaf.getIsVisible()).map(({ id }) => id)}
            >
              {props.actions}
            </VisibleColumns>
          )
        }
        view={shape.view && <DataTableView control={control} view={shape.view} />}
        search={
          searchPlaceholder && (
            <SearchBox
              value={state.search}
              placeholder={searchPlaceholder}
              limit={limits.text.search}
              onChange={control.setSearch}
              onPasteList={source ? (text) => source.findAll(text, false) : undefined}
            />
          )
        }
        folds={isCards && Boolean(props.primary || props.onCreateNewUser)}
        filter={
          (shape.filters.length > 0 || (isCards && sorts.length > 0)) && (
            <DataTableFilterPanel control={control} isNarrow={isCards} sorts={sorts} />
          )
        }
        menus={
          <>
            <DataTableColumnMenu
              columns={leaves.filter(isChoosable).map((column) => ({
                id: column.id,
                label: labelOf(column),
                shown: column.getIsVisible(),
              }))}
              isChosen={columnChoice.isChosen}
              onChoose={columnChoice.choose}
              onReset={columnChoice.reset}
            />
            {props.viewMenu?.(control, columnChoice.kept)}
          </>
        }
      />
      <DataTableChips control={control} selectAll={props.selectAll} />
      {props.bar}
      <DataTableHidden
        names={leaves.filter(({ id }) => fit.without.includes(id)).map(labelOf)}
        isSideways={fit.isSideways}
        onSideways={fit.setSideways}
      />
      {error && data && <ErrorPanel message={messageOf(error)} onRetry={() => result.refetch()} />}
      <div
        ref={useMergedRef(scroll, inner)}
        className={classes.scroll}
        data-long={(!isCards && state.pageSize > limits.pageSize) || undefined}
        data-full={(!isCards && pageCount > 1) || undefined}
        style={{ '--rows': Math.min(state.pageSize, limits.pageSize) } as React.CSSProperties}
      >
        {isCards ? (
          <DataTableCards {...shared} pageSize={state.pageSize} />
        ) : (
          <DataTableGrid
            {...shared}
            widths={fit.widths}
            actionsWidth={fit.actionsWidth}
            isDense={fit.isDense}
            control={control}
          />
        )}
      </div>
      <DataTablePager
        page={Math.min(state.page, total === undefined ? state.page : pageCount - 1)}
        pageCount={total === undefined ? Math.max(pageCount, state.page + 1) : pageCount}
        pageSize={state.pageSize}
        total={total}
        hasMore={data?.hasMore ?? false}
        isWaiting={loading}
        onPage={setPage}
        onPageSize={control.setPageSize}
        onPrefetch={(page) => props.onPrefetch?.(control.queryOfPage(page))}
      />
    </section>
  );
}

/** Keeps the error until there is an answer, because TanStack Query clears it while it tries again. */
function useLastFailure({ data, error }: TableResult<unknown>): Error | null {
  const [failure, setFailure] = useState<Error | null>(error);
  const now = data ? null : (error ?? failure);
  if (now !== failure) setFailure(now);
  return now;
}

/** Says that there is nothing yet, that nothing matches, or what went wrong; null when there are rows. */
function insteadOfRows<Row extends RowData>(
  { control, result, empty }: Props<Row>,
  failure: Error | null,
): ReactNode {
  const { data, isFetching, refetch } = result;
  if (!data && failure) {
    return (
      <ErrorPanel message={messageOf(failure)} retrying={isFetching} onRetry={() => refetch()} />
    );
  }
  if (data && data.data.length > 0) return null;
  if (!isNarrowed(control.state)) {
    return (
      <EmptyState kind={empty.kind ?? 'nothing-yet'} title={empty.title} action={empty.action}>
        {empty.text}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      kind="no-match"
      title="Nothing matches"
      action={
        <Button variant="default" onClick={control.clear}>
          Clear search and filters
        </Button>
      }
    >
      Nothing here fits what you search for.
    </EmptyState>
  );
}

/**
 * The width inside an element's borders and scroll bar, in CSS pixels; 0 until it is there. It is known before the first
 * paint, unlike with Mantine's useElementSize: a table is never drawn with the columns of another width.
 */
function useWidth(): [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((node: HTMLElement | null) => {
    if (!node) return;
    const measure = () => setWidth(node.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
