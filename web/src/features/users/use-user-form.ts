import type { Invitation } from '@adwarden/contract/invitations/invitations';
import { staleUser, type User } from '@adwarden/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import { showPasswords } from '../../lib/page-settings.ts';
import { signInLink } from '../../lib/sign-in-link.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import { toastWith } from '../../ui/feedback/action-toast.tsx';
import { useSavedToast } from '../../ui/feedback/use-saved-toast.ts';
import { useEditForm } from '../../ui/form/use-edit-form.ts';
import { withMerged } from '../../ui/form/use-stale-edit.ts';
import { copyText, copyWords } from '../../ui/text/use-copy.ts';
import {
  editPayload,
  emptyInviting,
  formValuesOf,
  newPayload,
  readablePassword,
  userDifferences,
  userSchema,
} from './user-form-values.ts';
import { fetchPassword, mergeUser, useCreateUser, useUpdateUser } from './users.api.ts';

type Options = {
  opened: boolean;
  /** The user who is edited; null for a new one. */
  user: User | null;
  onSaved: () => void;
  /** Called with a new link, after `onSaved`. */
  onInvited: (user: User, invitation: Invitation) => void;
};

/** Holds the form of the user modal; the toast of a new user offers the sign-in link to copy. */
export function useUserForm({ opened, user, onSaved, onInvited }: Options) {
  const client = useQueryClient();
  const create = useCreateUser(opened);
  const update = useUpdateUser();
  const toastSaved = useSavedToast();

  const edit = useEditForm({
    opened,
    thing: user,
    schema: userSchema,
    valuesOf: (from) => (from || showPasswords() ? formValuesOf(from) : emptyInviting),
    refusal: staleUser,
    differences: userDifferences,
    async save(sent, mine, edit) {
      if (edit) {
        const payload = editPayload(sent, { ...edit, mine });
        const saved = await update.mutateAsync({ id: edit.base.id, payload });
        // An undo could not bring the old password back.
        const isUndoable = payload.password === undefined && !payload.invite;
        const message = withMerged(saved.message, edit);
        toastSaved({ ...saved, message }, isUndoable ? edit.over : null);
        onSaved();
        if (saved.invitation) onInvited(saved.data, saved.invitation);
        return;
      }
      const { message, data, invitation } = await create.mutateAsync(newPayload(sent));
      onSaved();
      if (invitation) {
        toastSuccess(message);
        onInvited(data, invitation);
      } else {
        toastWith(message, {
          label: 'Copy sign-in link',
          act: () => copySignInLink(data.userID),
        });
      }
    },
    onStale: (current) => mergeUser(client, current),
  });

  /** Fills in the password of a user whose answer had none; the field stays blank when it cannot be read. */
  async function showPassword(): Promise<void> {
    const { base, form } = edit;
    if (!base || form.getValues().password !== '') return;
    try {
      form.setFieldValue('password', readablePassword(await fetchPassword(base.id)));
    } catch (error) {
      toastError(messageOf(error));
    }
  }

  return { ...edit, showPassword };
}

async function copySignInLink(userID: string): Promise<void> {
  const copied = await copyText(signInLink(userID));
  const words = copyWords(copied ? 'copied' : 'failed');
  if (copied) toastSuccess(words);
  else toastError(words);
}
