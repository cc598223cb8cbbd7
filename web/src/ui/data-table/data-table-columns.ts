import {
  type ColumnDef,
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  type ReactTable,
  type RowData,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';

/** The look of a column, besides its header and cell. */
export type DataTableColumnMeta = {
  /** Its name in the column menu, the cards and the skeleton; needed if the header is no text. */
  label?: string;
  /** An explanation beside its header. */
  hint?: string;
  /** Alignment of numbers. */
  align?: 'end';
  /** Its least width in CSS pixels, so that nothing moves when the rows are loaded. */
  width?: number;
  /**
   * Its share of the width that the other columns leave; text that does not fit is cut. Without it, a column is as wide as its
   * cells.
   */
  grow?: number;
  /** CSS pixels to which a growing column may be cut; the default is 110. */
  minWidth?: number;
  /** Whether the column is hidden until the person chooses it in the column menu. */
  hidden?: boolean;
  /** Whether the column is always shown, and not in the column menu. */
  fixed?: true;
  /** Its turn to be hidden when the table has no room: 1 goes first. It stays if this is not set, or if the person chose it. */
  givesWay?: number;
  /** Whether its text is shown whole, on several lines, and in a card over the whole width. */
  wraps?: true;
  /** Its place in a card on a narrow screen; the default is a labelled line. */
  card?: 'media' | 'title' | 'action';
  /**
   * Its form below the title of a folded card: a text that shrinks in favour of the others, a badge, or a badge after its
   * label.
   */
  brief?: 'text' | 'badge' | 'labelled';
};

/** Sorting, paging and filtering happen on the server: no row model of the client is registered. */
export const dataTableFeatures = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  rowPaginationFeature,
  columnMeta: metaHelper<DataTableColumnMeta>(),
});
type Features = typeof dataTableFeatures;

// biome-ignore lint/suspicious/noExplicitAny: each column has its own type of value
export type DataTableColumn<Row extends RowData> = ColumnDef<Features, Row, any>;
export type DataTableInstance<Row extends RowData> = ReactTable<Features, Row>;
export type DataTableRow<Row extends RowData> = ReturnType<
  DataTableInstance<Row>['getRowModel']
>['rows'][number];
export type DataTableHeader<Row extends RowData> = ReturnType<
  DataTableInstance<Row>['getFlatHeaders']
>[number];

/** Writes columns with their types: `const column = dataTableColumns<App>(); column.accessor('appName', {…})`. */
export function dataTableColumns<Row extends RowData>() {
  return createColumnHelper<Features, Row>();
}

export function idOf<Row extends RowData>(column: DataTableColumn<Row>): string {
  return column.id ?? ('accessorKey' in column ? String(column.accessorKey) : '');
}

/** Tells whether the person can hide the column. */
export const isChoosable = <Row extends RowData>(column: DataTableHeader<Row>['column']): boolean =>
  !column.columnDef.meta?.fixed;

/** Returns a column's name in words. */
export function labelOf<Row extends RowData>(column: DataTableHeader<Row>['column']): string {
  const { header, meta } = column.columnDef;
  return meta?.label ?? (typeof header === 'string' ? header : column.id);
}
