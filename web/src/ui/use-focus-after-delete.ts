import { useEffect, useRef, useState } from 'react';

/**
 * After a deletion the focus goes to what deletes the row that took the place of the deleted one, or
 * to the search when there is no row. `frame` goes round the list; call `note` with the row's id
 * when the server has deleted it.
 */
export function useFocusAfterDelete(ids: readonly string[]) {
  const frame = useRef<HTMLDivElement>(null);
  const [deleted, setDeleted] = useState<{ id: string; row: number } | null>(null);

  // The row leaves when the new list is drawn, before or after the deletion was noted.
  useEffect(() => {
    if (!deleted || ids.includes(deleted.id)) return;
    setDeleted(null);
    const buttons =
      frame.current?.querySelectorAll<HTMLElement>('[data-deletes-row]:not([data-leaving] *)') ??
      [];
    const next = buttons[Math.min(deleted.row, buttons.length - 1)];
    (next ?? frame.current?.querySelector('input'))?.focus();
  }, [ids, deleted]);

  return { frame, note: (id: string) => setDeleted({ id, row: Math.max(0, ids.indexOf(id)) }) };
}
