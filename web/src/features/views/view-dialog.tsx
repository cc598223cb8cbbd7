import { limits } from '@adwarden/contract/limits';
import { newView, type View, type ViewList } from '@adwarden/contract/views/views';
import { Checkbox, Stack, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { Role } from '../../lib/role.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { may } from '../../people/may.ts';
import type { TableShape } from '../../ui/data-table/table-state.ts';
import { inPage } from '../../ui/data-table/use-table-state.ts';
import { FormModal } from '../../ui/form/form-modal.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useServerForm } from '../../ui/form/use-server-form.ts';
import { type KeptState, keptWords, searchOf } from './view-state.ts';
import { useAddView, useUpdateView } from './views.api.ts';
import classes from './views.module.css';

export type ViewDraft = {
  list: ViewList;
  /** The view to rename or share; null for a new one. */
  view: View | null;
  /** The parts of the list's state that the view keeps. */
  kept: KeptState;
};

type Props = {
  opened: boolean;
  draft: ViewDraft;
  role: Role;
  shape: TableShape;
  onClose: () => void;
};

const schema = newView.pick({ name: true, shared: true, isDefault: true });

/** Saves the list as a new view, or changes the name of a view and who sees it. A new `key` resets it. */
export function ViewDialog({ opened, draft, role, shape, onClose }: Props) {
  const { list, view, kept } = draft;
  const navigate = useNavigate();
  const add = useAddView();
  const update = useUpdateView({ isQuiet: true });
  const { form, submit, saving, failure } = useServerForm({
    schema,
    initialValues: {
      name: view?.name ?? '',
      shared: view?.shared ?? false,
      isDefault: view?.isDefault ?? false,
    },
    async onSubmit(sent) {
      const { message, data } = view
        ? await update.mutateAsync({ id: view.id, changes: sent })
        : await add.mutateAsync({ list, ...kept, ...sent });
      toastSuccess(message);
      onClose();
      // A new view is open from now on: its address is the same list, with its name.
      if (!view) {
        const to = { search: searchOf(data, shape) };
        navigate(to, { replace: true, state: inPage, preventScrollReset: true });
      }
    },
  });
  const words = keptWords(kept, shape);
  return (
    <FormModal
      opened={opened}
      title={view ? 'Change view' : 'Save view'}
      size={480}
      isDirty={form.isDirty}
      saving={saving}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack gap="md">
        <TextField
          key={form.key('name')}
          {...form.getInputProps('name')}
          label="Name"
          withAsterisk
          limit={limits.text.viewName}
          dir="auto"
          autoComplete="off"
          data-autofocus
        />
        {may(role, 'share-views') && (
          <Checkbox
            key={form.key('shared')}
            {...form.getInputProps('shared', { type: 'checkbox' })}
            label="Shared with all administrators"
            description={
              view && !view.mine
                ? `Only ${view.by} can make it private.`
                : 'Each of them may change and delete it.'
            }
            disabled={view !== null && !view.mine}
          />
        )}
        <Checkbox
          key={form.key('isDefault')}
          {...form.getInputProps('isDefault', { type: 'checkbox' })}
          label="Open the list with this view"
          description="For you, when you open the list from the menu."
        />
        {words.length > 0 ? (
          <ul className={classes.kept} aria-label="What the view keeps">
            {words.map((word) => (
              <li key={word}>{word}</li>
            ))}
          </ul>
        ) : (
          <Text c="dimmed" size="sm">
            It keeps the list as it is: no search, no filters, the usual order and columns.
          </Text>
        )}
      </Stack>
    </FormModal>
  );
}
