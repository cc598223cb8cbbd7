import type { App } from '@adwarden/contract/apps';
import { useCallback, useMemo } from 'react';
import { useSelected } from '../../../ui/data-table/row-selection.tsx';
import {
  isSameWhere,
  type SelectableList,
  type SelectionState,
  type SelectionStore,
  whereOf,
} from '../../../ui/data-table/selection-store.ts';
import type { TableQuery } from '../../../ui/data-table/table-state.ts';

type Result = {
  data: { data: readonly App[]; total: number } | undefined;
  isPlaceholderData: boolean;
};

const none: readonly App[] = [];

/** The selection of a list of applications; `page` is what its checkboxes need. */
export function useAppSelection(
  selection: SelectionStore,
  query: TableQuery,
  { data, isPlaceholderData }: Result,
) {
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
  const list: SelectableList = {
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
