import { limits } from '@adwarden/contract/limits';
import { Alert, NumberInput, Stack, Text } from '@mantine/core';
import { z } from 'zod';
import { afterOldToken } from '../../apps/tokens/token-words.ts';
import { ChangeForm, type ChangeFormProps } from './change-form.tsx';
import { useChangeForm } from './use-change-form.ts';

const { default: defaultDays, max: maxDays } = limits.oldTokenDays;
const initialValues: { keepOldForDays: number | string } = { keepOldForDays: defaultDays };
const schema = z.object({ keepOldForDays: z.number('Please give a number of days') });

/** Gives many applications a new token each. */
export function TokensForm({ onPreviewed, ...dialog }: ChangeFormProps) {
  const { form, ...sending } = useChangeForm({
    picked: dialog.picked,
    schema,
    initialValues,
    changeOf: (rotateTokens) => ({ rotateTokens }),
    fieldOf: (field) => field.replace(/^rotateTokens\./, ''),
    onPreviewed,
  });
  return (
    <ChangeForm {...dialog} {...sending} form={form} title="New tokens">
      <Stack gap="md">
        <Text>
          Each application gets a new auth token. Copies that are installed go on with the old one
          until you ship an update. A new token cannot be taken back.
        </Text>
        <NumberInput
          {...form.getInputProps('keepOldForDays')}
          label="Days the old tokens stay good"
          description={`From 0 to ${maxDays}; 0 ends them at once. Older tokens end then at the latest.`}
          min={0}
          max={maxDays}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          data-autofocus
        />
        {form.values.keepOldForDays === 0 && (
          <Alert color="yellow" p="sm">
            {afterOldToken}
          </Alert>
        )}
      </Stack>
    </ChangeForm>
  );
}
