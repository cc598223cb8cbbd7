import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { forgetWithAccount } from '../../lib/account-memory.ts';
import { createSelection, type SelectionStore } from './selection-store.ts';
import { inPage } from './use-table-state.ts';

/** The things that a list keeps while another page is shown: its selection, and the row that was opened last. */
export type ListMemory = { selection: SelectionStore; opened: string | null };

/** The memories by list, and by the entry in the browser's history at which it was shown. */
const memories = new Map<string, ListMemory>();
/** The most memories: people do not go back to more entries. */
const most = 50;

forgetWithAccount(() => memories.clear());

const nameOf = (list: string, entry: string) => `${list} ${entry}`;

function keep(name: string, memory: ListMemory): void {
  memories.delete(name);
  memories.set(name, memory);
  const [oldest] = memories.keys();
  if (memories.size > most && oldest !== undefined) memories.delete(oldest);
}

/** Returns the state of a link that leads back to a list as it was at this entry of the browser's history. */
export const backTo = (entry: string) => ({ ...inPage, backTo: entry });

const entryIn = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'backTo' in state ? String(state.backTo) : null;

/**
 * Returns the memory of a list: the same one when somebody comes back by the browser's Back or by a link with `backTo`, else
 * a new one. `list` also says whose list it is, because another person may sign in.
 */
export function useListMemory(list: string): ListMemory {
  const { key, state } = useLocation();
  const [memory] = useState(
    () =>
      memories.get(nameOf(list, entryIn(state) ?? key)) ?? {
        selection: createSelection(),
        opened: null,
      },
  );
  useEffect(() => keep(nameOf(list, key), memory), [list, key, memory]);
  return memory;
}

/** Notes which row of a list has been opened last, at an entry of the browser's history. */
export function rememberOpened(list: string, entry: string, row: string): void {
  const memory = memories.get(nameOf(list, entry));
  if (memory) memory.opened = row;
}

/** Focuses the row that was opened from a list when somebody comes back to it and `hasRows`; else nothing changes. */
export function useReturnToRow(memory: ListMemory, hasRows: boolean): void {
  const onRows = useEffectEvent(() => {
    const { opened } = memory;
    memory.opened = null;
    const { activeElement } = document;
    const isHere = activeElement === document.body || activeElement?.matches('main, main h1');
    if (opened === null || !isHere) return;
    document.querySelector<HTMLElement>(`[data-row="${CSS.escape(opened)}"]`)?.focus();
  });
  useEffect(() => {
    if (hasRows) onRows();
  }, [hasRows]);
}
