import { staleUser, type User } from '@adwarden/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { useEffectEvent, useLayoutEffect, useReducer } from 'react';
import { signInLink } from '../../lib/sign-in-link.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import { toastWith } from '../../ui/action-toast.tsx';
import { useServerForm } from '../../ui/form/use-server-form.ts';
import { useStaleEdit } from '../../ui/form/use-stale-edit.ts';
import { copyText, copyWords } from '../../ui/use-copy.ts';
import { editPayload, formValuesOf, userSchema } from './user-form-values.ts';
import { mergeUser, useCreateUser, useUpdateUser } from './users.api.ts';

type Options = {
  opened: boolean;
  /** Who is edited; null for a new user. */
  user: User | null;
  onSaved: () => void;
};

/**
 * The form of the modal, begun anew at each opening: a new user, or an edit of the one it began with;
 * `stale` when somebody was faster.
 */
export function useUserForm({ opened, user, onSaved }: Options) {
  const client = useQueryClient();
  const create = useCreateUser();
  const update = useUpdateUser();
  const edit = useStaleEdit<User>(null, staleUser);
  const { base, stale, over } = edit;
  const [, redraw] = useReducer((count: number) => count + 1, 0);

  const { form, submit, saving } = useServerForm({
    schema: userSchema(base),
    initialValues: formValuesOf(null),
    // The differences on the screen follow what is typed on.
    onValuesChange: () => stale && redraw(),
    onSubmit: async (sent, mine) => {
      try {
        const { message, data } =
          base && over.current
            ? await update.mutateAsync({
                id: base.id,
                payload: editPayload(sent, { base, over: over.current, mine }),
              })
            : await create.mutateAsync(sent);
        tellSaved(message, data.userID);
        onSaved();
      } catch (error) {
        const current = edit.refused(error);
        if (current) await mergeUser(client, current);
      }
    },
  });

  function tellSaved(message: string, userID: string): void {
    if (base) return toastSuccess(message);
    toastWith(message, {
      label: 'Copy sign-in link',
      act: async () => {
        const copied = await copyText(signInLink(userID));
        const words = copyWords(copied ? 'copied' : 'failed');
        if (copied) toastSuccess(words);
        else toastError(words);
      },
    });
  }

  function begin(from: User | null): void {
    edit.begin(from);
    form.setInitialValues(formValuesOf(from));
    form.reset();
  }

  // Before the first paint of an opening, so that nothing of the last one is seen.
  const onOpened = useEffectEvent(() => begin(user));
  useLayoutEffect(() => {
    if (opened) onOpened();
  }, [opened]);

  return {
    form,
    submit,
    saving,
    base,
    stale,
    loadTheirs: () => stale && begin(stale.current),
    saveMine: () => {
      edit.overwrite();
      submit();
    },
  };
}
