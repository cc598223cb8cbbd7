import type { View } from '@adwarden/contract/views/views';
import { useSearchParams } from 'react-router';
import { toastSuccess } from '../../lib/toasts.ts';
import { inPage } from '../../ui/data-table/use-table-state.ts';
import { ConfirmDeleteModal } from '../../ui/dialog/confirm-delete-modal.tsx';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { viewParameter } from './view-state.ts';
import { useDeleteView } from './views.api.ts';

/** Asks before a view is deleted. The list stays as it is, without the view's name. */
export function useViewDeletion() {
  const question = useDialog<View>();
  const deletion = useDeleteView();
  const [, setParams] = useSearchParams();

  function remove({ id }: View): void {
    const done = deletion.mutateAsync(id).then(({ message }) => {
      question.close();
      setParams(
        (now) => {
          if (now.get(viewParameter) === id) now.delete(viewParameter);
          return now;
        },
        { replace: true, preventScrollReset: true, state: inPage },
      );
      toastSuccess(message);
    });
    done.catch(() => {});
  }

  const { about } = question;
  const modal = (
    <ConfirmDeleteModal
      opened={question.opened}
      pending={deletion.isPending}
      onClose={question.close}
      onConfirm={() => about && remove(about)}
    />
  );
  return { ask: question.open, modal };
}
