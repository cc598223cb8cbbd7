import type { ApiKey } from '@adwarden/contract/api-keys/api-keys';
import { limits } from '@adwarden/contract/limits';
import type { KeyScope } from '@adwarden/contract/people/people';
import { Input, SegmentedControl, Stack, Text } from '@mantine/core';
import { formatDate } from '../../lib/dates.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { FormModal } from '../../ui/form/form-modal.tsx';
import { TextArea, TextField } from '../../ui/form/text-field.tsx';
import { useServerForm } from '../../ui/form/use-server-form.ts';
import { dayChoices, emptyKeyForm, endAfter, keySchema } from './api-key-form-values.ts';
import { useMakeApiKey } from './api-keys.api.ts';
import { ScopeChoice } from './scope-choice.tsx';

type Props = {
  opened: boolean;
  /** The scopes that a key of this person may have. */
  scopes: readonly KeyScope[];
  onClose: () => void;
  /** Called with a new key and its text, after the modal has closed. */
  onMade: (apiKey: ApiKey, key: string) => void;
};

/** The most characters of all addresses together. */
const addressesLength = 50 * limits.apiKeys.addresses;

const ends = dayChoices.map((days) => ({
  value: String(days),
  label: days === limits.apiKeys.days.max ? 'A year' : `${days} days`,
}));

/** Makes an API key. A new `key` resets it. */
export function ApiKeyFormModal({ opened, scopes, onClose, onMade }: Props) {
  const make = useMakeApiKey(opened);
  const { form, submit, saving, failure } = useServerForm({
    schema: keySchema,
    initialValues: emptyKeyForm(),
    mode: 'controlled',
    async onSubmit(sent) {
      const { message, data, key } = await make.mutateAsync(sent);
      toastSuccess(message);
      onClose();
      if (key !== undefined) onMade(data, key);
    },
  });
  const { days, scopes: chosen } = form.getValues();
  return (
    <FormModal
      opened={opened}
      title="Make an API key"
      size={560}
      isDirty={form.isDirty}
      saving={saving}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack gap="md">
        <TextField
          {...form.getInputProps('name')}
          label="Name"
          description="What the key is for."
          withAsterisk
          limit={limits.text.keyName}
          dir="auto"
          autoComplete="off"
          data-autofocus
        />
        <ScopeChoice
          open={scopes}
          value={chosen}
          onChange={(next) => form.setFieldValue('scopes', next)}
          error={form.errors.scopes}
        />
        <Input.Wrapper
          label="Ends in"
          labelElement="div"
          description={`On ${formatDate(endAfter(Number(days), Date.now()))}. Your bell says so ${limits.apiKeys.warnDays.join(' and ')} days before.`}
          error={form.errors.endsAt}
        >
          <SegmentedControl
            mt={8}
            fullWidth
            data={ends}
            value={days}
            onChange={(next) => form.setFieldValue('days', next)}
            aria-label="Ends in"
          />
        </Input.Wrapper>
        <TextArea
          {...form.getInputProps('addresses')}
          label="Addresses"
          description={`The only addresses from which the key works, at most ${limits.apiKeys.addresses}, such as 192.0.2.7 or 192.0.2.0/24. Empty: from everywhere.`}
          limit={addressesLength}
          autosize
          minRows={2}
          maxRows={6}
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: 'mono' }}
        />
        <Text c="dimmed" size="sm">
          Whoever has the key acts as you, within its scopes. It is shown once.
        </Text>
      </Stack>
    </FormModal>
  );
}
