import type { UseMutationResult } from '@tanstack/react-query';
import { ConfirmDeleteModal } from './confirm-delete-modal.tsx';
import { useDialog } from './use-dialog.ts';

type Options<Row> = {
  rowId: (row: Row) => string;
  /** Deletes by the row's id; its failure is told elsewhere. */
  deletion: UseMutationResult<{ message: string }, Error, string>;
  /** The name that must be typed first; without it the question is a plain one. */
  nameToType?: (row: Row) => string;
  /** Told of each row that was deleted, with the server's message. */
  onDeleted: (row: Row, message: string) => void;
};

/**
 * A list's way to delete a row: `ask` opens the question that `modal` holds. After a yes the focus
 * is with the row that took its place, as after every dialog whose opener is gone.
 */
export function useRowDeletion<Row>({ rowId, deletion, nameToType, onDeleted }: Options<Row>) {
  const question = useDialog<Row>();

  function confirm(row: Row): void {
    // The promise, because a callback of `mutate` is dropped when the page was left meanwhile.
    const done = deletion.mutateAsync(rowId(row)).then(({ message }) => {
      question.close();
      onDeleted(row, message);
    });
    done.catch(() => {});
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
  return { ask: question.open, modal };
}
