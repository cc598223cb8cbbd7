import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDeleteModal } from '../dialog/confirm-delete-modal.tsx';
import { useDialog } from '../dialog/use-dialog.ts';

type Options<Row> = {
  rowId: (row: Row) => string;
  /** Deletes by the row's id; it shows its error itself. */
  deletion: UseMutationResult<{ message: string }, Error, string>;
  /** The name that must be typed first; without this, a button is enough. */
  nameToType?: (row: Row) => string;
  /** Says what the deletion of a row does. */
  effectOf?: (row: Row) => string | undefined;
  /** A choice about the deletion, below the question. */
  more?: ReactNode;
  /** Called with each deleted row and the server's message. */
  onDeleted: (row: Row, message: string) => void;
};

/**
 * Deletes rows of a list. `askToDelete` opens the question, which is in `modal`. After the delete, the row that is now at
 * that position gets the focus.
 */
export function useRowDeletion<Row>({
  rowId,
  deletion,
  nameToType,
  effectOf,
  more,
  onDeleted,
}: Options<Row>) {
  const question = useDialog<Row>();

  function remove(row: Row): void {
    // `mutateAsync`, because callbacks of `mutate` do not run after the user has left the page.
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
      effect={about !== null ? effectOf?.(about) : undefined}
      onClose={question.close}
      onConfirm={() => about !== null && remove(about)}
    >
      {more}
    </ConfirmDeleteModal>
  );
  return { askToDelete: question.open, modal };
}
