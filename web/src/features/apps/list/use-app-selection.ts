import type { App } from '@adwarden/contract/apps';
import { useCallback, useMemo } from 'react';
import { useSelected, useSelection } from '../../../ui/data-table/row-selection.tsx';
import {
  isSameWhere,
  type SelectionState,
  type SelectionStore,
  whereOf,
} from '../../../ui/data-table/selection-store.ts';
import type { TableQuery } from '../../../ui/data-table/table-state.ts';

/** A list of applications whose rows can be selected. */
export type SelectableApps = {
  selection: SelectionStore;
  /** The parameters that say which rows the list has. */
  where: TableQuery;
  sort: string;
  /** How many rows it has; undefined until that is known. */
  total: number | undefined;
  /** The name of an application, or its id if the page does not show it. */
  nameOf: (appID: string) => string;
};

type Result = {
  data: { data: readonly App[]; total: number } | undefined;
  isPlaceholderData: boolean;
};

const none: readonly App[] = [];

/** The selection of a list of applications; `page` is what its checkboxes need. */
export function useAppSelection(query: TableQuery, { data, isPlaceholderData }: Result) {
  const selection = useSelection();
  const isOn = useSelected(selection, (state) => state.isOn);
  const where = useMemo(() => whereOf(query), [query]);
  const rows = data?.data ?? none;
  const ids = useMemo(() => rows.map(({ appID }) => appID), [rows]);
  const isQueryShown = useSelected(
    selection,
    useCallback(
      ({ query: selected }: SelectionState) =>
        selected !== null && isSameWhere(selected.where, where),
      [where],
    ),
  );
  const page = useMemo(() => ({ ids, isQueryShown }), [ids, isQueryShown]);
  const list: SelectableApps = {
    selection,
    where,
    sort: String(query.sort ?? ''),
    total: isPlaceholderData ? undefined : data?.total,
    nameOf: (id) => rows.find(({ appID }) => appID === id)?.appName ?? id,
  };
  return {
    isOn,
    page,
    list,
    onSelect: (id: string, range: boolean) => selection.toggle(id, page, range),
  };
}
