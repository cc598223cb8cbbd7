import { useState } from 'react';
import type { Scope } from '../../../lib/role.ts';
import { toastUrgent } from '../../../lib/toasts.ts';
import { FormModal } from '../../../ui/form/form-modal.tsx';
import { useServerForm } from '../../../ui/form/use-server-form.ts';
import { beginningInWords } from '../pause-words.ts';
import { useStartPause } from '../pauses.api.ts';
import type { Pausable } from './pausable.api.ts';
import type { PauseDraft } from './pause-dialog-store.ts';
import { PauseForm } from './pause-form.tsx';
import { formValuesOf, pauseDialogSchema } from './pause-form-values.ts';
import { usePausable } from './use-pausable.ts';

type Props = { scope: Scope; opened: boolean; draft: PauseDraft; onClose: () => void };

const schema = pauseDialogSchema();

/** The app or the owner that is given; an account is typed, and some apps stay as they were selected. */
const chosenIn = ({ scope, value, label }: PauseDraft): Pausable | null =>
  value === '' || scope === 'account' ? null : { value, label, note: '' };

/** The dialog that pauses ads. It begins anew each time it is rendered with another `key`. */
export function PauseDialog({ scope: who, opened, draft, onClose }: Props) {
  const start = useStartPause();
  const [chosen, setChosen] = useState(() => chosenIn(draft));
  const { form, submit, saving, failure } = useServerForm({
    schema,
    mode: 'controlled',
    initialValues: formValuesOf(draft),
    async onSubmit(sent) {
      toastUrgent(await start.mutateAsync(sent));
      onClose();
    },
  });
  const { values } = form;
  const choices = usePausable(who, values);

  return (
    <FormModal
      opened={opened}
      title="Pause ads"
      size={520}
      isDirty={form.isDirty}
      saving={saving}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
      submit={{ label: 'Pause ads', color: 'red' }}
      footer={choices.beginning && beginningInWords(choices.beginning)}
    >
      <PauseForm
        form={form}
        who={who}
        draft={draft}
        choices={choices}
        chosen={chosen}
        onChoose={setChosen}
        isAimed={draft.scope === 'all' || draft.value !== '' || draft.appIDs !== undefined}
      />
    </FormModal>
  );
}
