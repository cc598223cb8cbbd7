import { adUnitKinds } from '@adwarden/contract/ad-units';
import { limits } from '@adwarden/contract/limits';
import { Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { adUnitKindWords } from '../../../lib/words.ts';
import { ChangeForm, type ChangeFormProps } from './change-form.tsx';
import { type ReplaceValues, replaceSchema } from './replace-values.ts';
import { useChangeForm } from './use-change-form.ts';

const initialValues: ReplaceValues = { find: '', with: '', kinds: [...adUnitKinds] };

const code = {
  autoComplete: 'off',
  spellCheck: false,
  autoCapitalize: 'none',
  maxLength: limits.batches.findLength,
  classNames: { input: 'mono' },
} as const;

/** Replaces a text in the ad units of many applications, for example a publisher id. */
export function AdUnitsForm({ onPreviewed, ...dialog }: ChangeFormProps) {
  const { form, ...sending } = useChangeForm({
    picked: dialog.picked,
    schema: replaceSchema,
    initialValues,
    changeOf: (replaceInAdUnits) => ({ replaceInAdUnits }),
    fieldOf: (field) => field.replace(/^replaceInAdUnits\./, ''),
    onPreviewed,
  });
  return (
    <ChangeForm {...dialog} {...sending} form={form} title="Replace in ad units">
      <Stack gap="md">
        <TextInput
          {...form.getInputProps('find')}
          {...code}
          label="Find"
          description="A part of an ad unit, for example a publisher id. Upper and lower case differ."
          placeholder="pub-1234567890123456"
          withAsterisk
          data-autofocus
        />
        <TextInput
          {...form.getInputProps('with')}
          {...code}
          label="Replace with"
          description="Left empty, the found text is removed."
        />
        <Checkbox.Group {...form.getInputProps('kinds')} label="In">
          <Group gap="md" mt={6}>
            {adUnitKinds.map((kind) => (
              <Checkbox key={kind} size="sm" value={kind} label={adUnitKindWords[kind]} />
            ))}
          </Group>
        </Checkbox.Group>
      </Stack>
    </ChangeForm>
  );
}
