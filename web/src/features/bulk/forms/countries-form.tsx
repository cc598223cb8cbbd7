import { appConfigurationChanges } from '@adwarden/contract/app-configurations';
import { limits } from '@adwarden/contract/limits';
import { Checkbox, Radio, Stack, Textarea } from '@mantine/core';
import { z } from 'zod';
import type { AskedBatch } from '../picked.ts';
import { ChangeForm, type ChangeFormProps } from './change-form.tsx';
import { useChangeForm } from './use-change-form.ts';

const ways = ['set', 'add', 'remove', 'clear'] as const;
type Way = (typeof ways)[number];
type Values = { what: Way; country: string; turnOn: boolean };
const initialValues: Values = { what: 'set', country: '', turnOn: false };
const country = appConfigurationChanges.shape.country.unwrap();

const labels: Record<Way, string> = {
  set: 'Replace the countries',
  add: 'Add countries to those that are there',
  remove: 'Remove countries from those that are there',
  clear: 'Remove all countries',
};
const hints: Record<Exclude<Way, 'clear'>, string> = {
  set: 'Codes or names with commas between them. They replace what is there.',
  add: 'Codes or names with commas between them. An application without countries stays without.',
  remove: 'Codes or names with commas between them. The last country of an application stays.',
};

const schema = z
  .object({ what: z.enum(ways), country: z.string(), turnOn: z.boolean() })
  .superRefine(({ what, country: text }, context) => {
    const message = what !== 'clear' && country.safeParse(text).error?.issues[0]?.message;
    if (message) context.addIssue({ code: 'custom', path: ['country'], message });
  });

function changeOf({ what, country: text, turnOn }: Values): AskedBatch['change'] {
  if (what === 'clear') return { country: null };
  return {
    ...(what === 'set' ? { country: text } : { countries: { [what]: text } }),
    ...(turnOn && what !== 'remove' && { set: { ipAddress: 'on' } }),
  };
}

/** Replaces, adds or removes countries of many applications, or removes their configurations. Administrators only. */
export function CountriesForm({ onPreviewed, ...dialog }: ChangeFormProps) {
  const { form, ...sending } = useChangeForm({
    picked: dialog.picked,
    schema,
    initialValues,
    changeOf,
    fieldOf: (field) => field.replace(/^countries\..*/, 'country'),
    onPreviewed,
  });
  const { what } = form.values;
  return (
    <ChangeForm {...dialog} {...sending} form={form} title="Countries">
      <Stack gap="md">
        <Radio.Group {...form.getInputProps('what')} aria-label="What to do">
          <Stack gap="xs">
            {ways.map((way) => (
              <Radio key={way} value={way} label={labels[way]} />
            ))}
          </Stack>
        </Radio.Group>
        {what !== 'clear' && (
          <Textarea
            {...form.getInputProps('country')}
            label="Country"
            description={hints[what]}
            placeholder="IN,US"
            withAsterisk
            autosize
            minRows={1}
            maxRows={6}
            maxLength={limits.text.country}
            data-autofocus
            onKeyDown={(event) => {
              // The text has no line breaks, so Enter is free for the preview.
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }}
            onChange={({ currentTarget }) =>
              // As in the form of a configuration (spec, section 5).
              form.setFieldValue('country', currentTarget.value.replace(/\s/g, ''))
            }
          />
        )}
        {(what === 'set' || what === 'add') && (
          <Checkbox
            {...form.getInputProps('turnOn', { type: 'checkbox' })}
            label="Also turn IP Address on"
            description="Switches the IP rules on; without them, countries have no effect."
          />
        )}
      </Stack>
    </ChangeForm>
  );
}
