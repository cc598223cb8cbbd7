import { appConfigurationChanges } from '@adwarden/contract/app-configurations';
import { limits } from '@adwarden/contract/limits';
import { Radio, Stack, Textarea } from '@mantine/core';
import { z } from 'zod';
import { ChangeForm, type ChangeFormProps } from './change-form.tsx';
import { useChangeForm } from './use-change-form.ts';

type Values = { what: 'set' | 'remove'; country: string };
const initialValues: Values = { what: 'set', country: '' };
const country = appConfigurationChanges.shape.country.unwrap();

const schema = z
  .object({ what: z.enum(['set', 'remove']), country: z.string() })
  .superRefine(({ what, country: text }, context) => {
    const message = what === 'set' && country.safeParse(text).error?.issues[0]?.message;
    if (message) context.addIssue({ code: 'custom', path: ['country'], message });
  })
  .transform(({ what, country: text }) => (what === 'set' ? text : null));

/** Sets the countries of many applications, or removes their configurations. Administrators only. */
export function CountriesForm({ onPreviewed, ...dialog }: ChangeFormProps) {
  const { form, ...sending } = useChangeForm({
    picked: dialog.picked,
    schema,
    initialValues,
    changeOf: (text) => ({ country: text }),
    onPreviewed,
  });
  const { what } = form.values;
  return (
    <ChangeForm {...dialog} {...sending} form={form} title="Countries">
      <Stack gap="md">
        <Radio.Group {...form.getInputProps('what')} aria-label="What to do">
          <Stack gap="xs">
            <Radio value="set" label="Set the countries" data-autofocus />
            <Radio value="remove" label="Remove the configurations, so that no country is left" />
          </Stack>
        </Radio.Group>
        {what === 'set' && (
          <Textarea
            {...form.getInputProps('country')}
            label="Country"
            description="Codes or names with commas between them. They replace what is there."
            placeholder="IN,US"
            withAsterisk
            autosize
            minRows={1}
            maxRows={6}
            maxLength={limits.text.country}
            onChange={({ currentTarget }) =>
              // As in the form of a configuration (spec, section 5).
              form.setFieldValue('country', currentTarget.value.replace(/\s/g, ''))
            }
          />
        )}
      </Stack>
    </ChangeForm>
  );
}
