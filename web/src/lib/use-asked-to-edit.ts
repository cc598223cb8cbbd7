import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import { toastError } from './toasts.ts';

type Result<Row> = { data: { data: readonly Row[] } | undefined; isFetching: boolean };

/**
 * Opens the form of a row when a link asks for it with `?edit=<id>`, once, as soon as the list has it. The
 * link also says what to search for, so that the row is on the first page.
 */
export function useAskedToEdit<Row>(
  { data, isFetching }: Result<Row>,
  idOf: (row: Row) => string,
  open: (row: Row) => void,
): void {
  const [parameters, setParameters] = useSearchParams();
  const id = parameters.get('edit');
  const row = id === null ? undefined : data?.data.find((one) => idOf(one) === id);
  const isFound = row !== undefined;
  const isOver = id !== null && (isFound || !isFetching);
  const onAnswered = useEffectEvent(() => {
    if (row) open(row);
    // A list that could not be had says so itself.
    else if (data) toastError('This is not in the list any more');
    setParameters(
      (now) => {
        now.delete('edit');
        return now;
      },
      { replace: true },
    );
  });
  useEffect(() => {
    if (isOver) onAnswered();
  }, [isOver]);
}
