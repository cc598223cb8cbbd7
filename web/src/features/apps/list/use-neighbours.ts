import type { App, AppInList } from '@adwarden/contract/apps';
import { type FetchQueryOptions, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toastError } from '../../../lib/toasts.ts';
import type { TableResult } from '../../../ui/data-table/data-table.tsx';
import type { TableQuery } from '../../../ui/data-table/table-state.ts';
import type { TableControl } from '../../../ui/data-table/use-table-state.ts';
import type { Neighbours } from '../../../ui/form/form-neighbours.tsx';
import type { AppPage } from '../apps.api.ts';
import { stepsFrom } from './steps-from.ts';

type Options = {
  /** The app in the form; null for a new one. */
  app: App | null;
  control: TableControl;
  result: TableResult<AppInList>;
  // biome-ignore lint/suspicious/noExplicitAny: any key
  pageQuery: (query: TableQuery) => FetchQueryOptions<AppPage, Error, AppPage, any>;
  onOpen: (app: App) => void;
};

/**
 * Leads from the app in the form to those before and after it, in the order of the list and across its pages. Undefined
 * for a new app, and as long as the list is not known.
 */
export function useNeighbours(options: Options): Neighbours | undefined {
  const { app, control, result, pageQuery, onOpen } = options;
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
  if (!app || place === null || shown?.total === undefined) return undefined;
  const { total } = shown;

  async function find(to: number): Promise<(() => void) | null> {
    if (isBusy.current) return null;
    isBusy.current = true;
    try {
      const target = Math.floor(to / pageSize);
      const rows =
        target === page ? shown : await client.fetchQuery(pageQuery(control.queryOfPage(target)));
      const next = rows?.data[to % pageSize];
      if (!next) {
        toastError('The list has changed: there is no such application any more');
        return null;
      }
      return () => {
        if (target !== page) control.setPage(target, 'typing');
        onOpen(next);
      };
    } catch {
      // The query has shown its error.
      return null;
    } finally {
      isBusy.current = false;
    }
  }

  const { previous, next } = stepsFrom(place, { isFound: found !== null, total });
  return {
    thing: 'application',
    position:
      found === null ? '' : `${(found + 1).toLocaleString('en')} of ${total.toLocaleString('en')}`,
    previous: previous === null ? null : () => find(previous),
    next: next === null ? null : () => find(next),
  };
}
