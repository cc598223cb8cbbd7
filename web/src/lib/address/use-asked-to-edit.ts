import { useEffect, useEffectEvent } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { toastError } from '../toasts.ts';

type Result<Row> = { data: { data: readonly Row[] } | undefined; isFetching: boolean };

/**
 * Opens the form of a row once when the address has `?edit=<id>`, as soon as the list contains the row. The address
 * also contains a search, so that the row is on the first page, and maybe the `field` that should have the focus. Where
 * the row is known already, the link gives it as `{ edit: row }` in its state: many rows may match the search.
 * With another `name`, such as `entry`, the address has this parameter instead of `edit`.
 */
export function useAskedToEdit<Row>(
  { data, isFetching }: Result<Row>,
  idOf: (row: Row) => string,
  open: (row: Row, field: string) => void,
  name = 'edit',
): void {
  const [parameters, setParameters] = useSearchParams();
  const id = parameters.get(name);
  const state = useLocation().state as { edit?: Row } | null;
  const rows = [...(data?.data ?? []), ...(state?.edit ? [state.edit] : [])];
  const row = id === null ? undefined : rows.find((one) => idOf(one) === id);
  const isFound = row !== undefined;
  const isOver = id !== null && (isFound || !isFetching);
  const onAnswered = useEffectEvent(() => {
    if (row) open(row, parameters.get('field') ?? '');
    // If the list could not be loaded, it shows its own error.
    else if (data) toastError('This is not in the list any more');
    setParameters(
      (now) => {
        now.delete(name);
        now.delete('field');
        return now;
      },
      { replace: true },
    );
  });
  useEffect(() => {
    if (isOver) onAnswered();
  }, [isOver]);
}
