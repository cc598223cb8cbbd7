import type { UseMutationResult } from '@tanstack/react-query';
import { ConfirmDeleteModal } from './confirm-delete-modal.tsx';
import { useDialog } from './use-dialog.ts';
import { useFocusAfterDelete } from './use-focus-after-delete.ts';

type Options<Row> = {
  /** The rows of the page that is shown. */
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** Deletes by the row's id; its failure is told elsewhere. */
  deletion: UseMutationResult<{ message: string }, Error, string>;
  /** The name that must be typed first; without it the question is a plain one. */
  nameToType?: (row: Row) => string;
  /** Told of each row that was deleted, with the server's message. */
  onDeleted: (row: Row, message: string) => void;
};

/**
 * A list's way to delete a row: `ask` opens the question that `modal` holds, and after a yes the
 * focus goes to the next row inside `frame`.
 */
export function useRowDeletion<Row>({
  rows,
  rowId,
  deletion,
  nameToType,
  onDeleted,
}: Options<Row>) {
  const question = useDialog<Row>();
  const { frame, note } = useFocusAfterDelete(rows.map(rowId));

  function confirm(row: Row): void {
    deletion.mutate(rowId(row), {
      onSuccess: ({ message }) => {
        question.close();
        onDeleted(row, message);
        note(rowId(row));
      },
    });
  }

  const { about } = question;
  const modal = (
    <ConfirmDeleteModal
      opened={question.opened}
      pending={deletion.isPending}
      appName={about !== null ? nameToType?.(about) : undefined}
      onClose={question.close}
      onConfirm={() => about !== null && confirm(about)}
    />
  );
  return { ask: question.open, frame, modal };
}
