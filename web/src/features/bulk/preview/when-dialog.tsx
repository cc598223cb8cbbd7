import { Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import { earliest, timeOf, tomorrowMorning, typedMoment } from '../../../lib/moment-input.ts';
import { momentInWords } from '../../../lib/moment-words.ts';
import { FormModal } from '../../../ui/form/form-modal.tsx';
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
    initialValues: { at: tomorrowMorning(Date.now()) },
    async onSubmit({ at }) {
      try {
        await onChoose(at);
      } catch (error) {
        throw renameFields(error);
      }
    },
  });
  const now = Date.now();
  const time = timeOf(form.values.at);
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
      <TextInput
        {...form.getInputProps('at')}
        type="datetime-local"
        label="Date and time"
        description={
          time !== null && time > now
            ? momentInWords(time, now)
            : 'In your time zone, at most a year ahead.'
        }
        withAsterisk
        min={earliest(now)}
        data-autofocus
      />
      <Text c="dimmed" size="sm" mt="md">
        Each application gets a change request for this time. Whatever somebody changes before is
        kept, and the page Safety shows both values.
      </Text>
    </FormModal>
  );
}
