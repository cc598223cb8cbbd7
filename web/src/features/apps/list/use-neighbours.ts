import type { App, AppInList } from '@adwarden/contract/apps';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toastError } from '../../../lib/toasts.ts';
import type { TableResult } from '../../../ui/data-table/data-table.tsx';
import type { TableState } from '../../../ui/data-table/table-state.ts';
import type { TableControl } from '../../../ui/data-table/use-table-state.ts';
import type { Neighbours } from '../../../ui/form/form-neighbours.tsx';
import { type AppsQuestion, type appListQuery, byID } from '../apps.api.ts';
import { stepsFrom } from './steps-from.ts';

type Options = {
  /** The app in the form, or of the page; null for a new one. */
  app: App | null;
  control: Pick<TableControl, 'queryOfPage' | 'setPage'> & {
    state: Pick<TableState, 'page' | 'pageSize'>;
  };
  result: Pick<TableResult<AppInList>, 'data' | 'isPlaceholderData'>;
  /** The ids of the apps among which a link led to one. If this one is among them, they are its neighbours. */
  among: readonly string[];
  listQuery: (query: AppsQuestion) => ReturnType<typeof appListQuery>;
  onOpen: (app: App, among?: readonly string[]) => void;
};

/**
 * Leads from an app to those before and after it: in the list of the link that opened it, else in the order
 * of this list and across its pages. Undefined for a new app, for the only one, and as long as the list is not known.
 */
export function useNeighbours(options: Options): Neighbours | undefined {
  const { app, among, control, result, listQuery, onOpen } = options;
  const client = useQueryClient();
  const isBusy = useRef(false);
  const { page, pageSize } = control.state;
  const shown = result.isPlaceholderData ? undefined : result.data;
  const index = shown?.data.findIndex(({ appID }) => appID === app?.appID) ?? -1;
  const found = index < 0 ? null : page * pageSize + index;
  // An app that a save took out of the list: its neighbours are those of its last place.
  const [last, setLast] = useState<number | null>(null);
  if (found !== null && found !== last) setLast(found);
  const place = found ?? last;
  const linked = app ? among.indexOf(app.appID) : -1;
  if (!app || (linked < 0 && (place === null || shown?.total === undefined))) return undefined;

  async function inList(to: number): Promise<(() => void) | null> {
    const target = Math.floor(to / pageSize);
    const rows =
      target === page ? shown : await client.fetchQuery(listQuery(control.queryOfPage(target)));
    const next = rows?.data[to % pageSize];
    if (!next) return null;
    return () => {
      if (target !== page) control.setPage(target, 'typing');
      onOpen(next);
    };
  }

  async function inLink(to: number): Promise<(() => void) | null> {
    const id = among[to] ?? '';
    const { data } = await client.fetchQuery(listQuery(byID(id)));
    const next = data.find(({ appID }) => appID === id);
    return next ? () => onOpen(next, among) : null;
  }

  async function find(to: number): Promise<(() => void) | null> {
    if (isBusy.current) return null;
    isBusy.current = true;
    try {
      const next = await (linked < 0 ? inList(to) : inLink(to));
      if (!next) toastError('The list has changed: there is no such application any more');
      return next;
    } catch {
      // The query has shown its error.
      return null;
    } finally {
      isBusy.current = false;
    }
  }

  const at = linked < 0 ? found : linked;
  const total = linked < 0 ? (shown?.total ?? 0) : among.length;
  const { previous, next } = stepsFrom(at ?? place ?? 0, { isFound: at !== null, total });
  if (previous === null && next === null) return undefined;
  return {
    thing: 'application',
    position:
      at === null ? '' : `${(at + 1).toLocaleString('en')} of ${total.toLocaleString('en')}`,
    previous: previous === null ? null : () => find(previous),
    next: next === null ? null : () => find(next),
  };
}
