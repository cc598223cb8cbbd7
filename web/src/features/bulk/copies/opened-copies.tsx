import type { Batch } from '@adwarden/contract/batches/batches';
import type { Role } from '../../../lib/role.ts';
import { type DialogState, useDialog } from '../../../ui/dialog/use-dialog.ts';
import { CopiesDialog } from '../lazy-dialogs.ts';
import { OpenedProgress } from '../opened-dialogs.tsx';
import type { Original } from './copies-dialog.tsx';

/** The dialog of several copies, once it was opened, and the progress of the batch that makes them. */
export function OpenedCopies({ of: role, dialog }: { of: Role; dialog: DialogState<Original> }) {
  const { visit, opened, about, close } = dialog;
  const progress = useDialog<Batch>();
  return (
    <>
      {about && (
        <CopiesDialog
          key={visit}
          opened={opened}
          role={role}
          original={about}
          onClose={close}
          onStarted={progress.open}
        />
      )}
      <OpenedProgress dialog={progress} />
    </>
  );
}
