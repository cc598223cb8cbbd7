import type { App } from '@adwarden/contract/apps';
import { useEffect, useRef, useState } from 'react';

/**
 * After a deletion the focus goes to the delete button of the row that took the place of the deleted
 * one, or to the search when there is no row. `frame` goes round the list; call `note` with the app
 * when the server has deleted it.
 */
export function useFocusAfterDelete(apps: App[] | undefined) {
  const frame = useRef<HTMLDivElement>(null);
  const [deleted, setDeleted] = useState<{ appID: string; row: number } | null>(null);

  // The row leaves when the new list is drawn, before or after the deletion was noted.
  useEffect(() => {
    if (!deleted || apps?.some(({ appID }) => appID === deleted.appID)) return;
    setDeleted(null);
    const buttons = frame.current?.querySelectorAll<HTMLElement>('[data-delete-row]') ?? [];
    const next = buttons[Math.min(deleted.row, buttons.length - 1)];
    (next ?? frame.current?.querySelector('input'))?.focus();
  }, [apps, deleted]);

  return { frame, note: (appID: string, row: number) => setDeleted({ appID, row }) };
}
