import { Text } from '@mantine/core';
import { z } from 'zod';
import { nextMorning, typedMoment } from '../../../lib/moment-input.ts';
import { FormModal } from '../../../ui/form/form-modal.tsx';
import { MomentField } from '../../../ui/form/moment-field.tsx';
import { useServerForm } from '../../../ui/form/use-server-form.ts';
import { renameFields } from '../rename-fields.ts';

type Props = {
  opened: boolean;
  onClose: () => void;
  /** Makes the preview for this time, in ISO 8601. */
  onChoose: (at: string) => Promise<void>;
};

const schema = z.object({ at: typedMoment });

/** Asks when a change is made. The preview is shown again for that time. */
export function WhenDialog({ opened, onClose, onChoose }: Props) {
  const { form, submit, saving, failure } = useServerForm({
    schema,
    mode: 'controlled',
    initialValues: { at: nextMorning(Date.now()) },
    async onSubmit({ at }) {
      try {
        await onChoose(at);
      } catch (error) {
        throw renameFields(error);
      }
    },
  });
  return (
    <FormModal
      opened={opened}
      title="Schedule"
      size={480}
      isDirty={() => false}
      saving={saving}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
      submit={{ label: 'Preview' }}
    >
      <MomentField
        {...form.getInputProps('at')}
        onPick={(at) => form.setFieldValue('at', at)}
        data-autofocus
      />
      <Text c="dimmed" size="sm" mt="md">
        Each application gets a change request for this time. Whatever somebody changes before is
        kept, and the page Safety shows both values.
      </Text>
    </FormModal>
  );
}
