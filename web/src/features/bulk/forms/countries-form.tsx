import { appConfigurationChanges } from '@adwarden/contract/app-configurations';
import { Checkbox, Radio, Stack } from '@mantine/core';
import { z } from 'zod';
import { CountryField } from '../../../ui/countries/country-field.tsx';
import {
  asText,
  refusalOf,
  type Where,
  whenTyped,
  whereWords,
} from '../../../ui/countries/typed-countries.ts';
import { useCountries } from '../../../ui/countries/use-countries.ts';
import type { AskedBatch } from '../picked.ts';
import { toDo } from '../preview/preview-rules.ts';
import { ChangeForm, type ChangeFormProps } from './change-form.tsx';
import { mostAhead, PreviewAhead, usePreviewAhead, useStartAhead } from './preview-ahead.tsx';
import { useChangeForm } from './use-change-form.ts';

const ways = ['except', 'only', 'add', 'remove', 'everywhere'] as const;
type Way = Where | 'add' | 'remove';
type Values = { what: Way; country: string; turnOn: boolean };
const initialValues: Values = { what: 'except', country: '', turnOn: true };
const country = appConfigurationChanges.shape.country.unwrap();

const labels: Record<Way, string> = {
  ...whereWords,
  add: 'Show ads in more countries',
  remove: 'Show ads in fewer countries',
};
const hints: Record<Exclude<Way, 'everywhere'>, string> = {
  except: 'Codes or names with commas between them. They replace what is there.',
  only: 'Codes or names with commas between them. They replace what is there.',
  add: 'These get ads as well. An application without countries has its ads everywhere already.',
  remove: 'These get no ads any more. An application without countries stays as it is.',
};

/** Whether a way replaces what is there by countries. */
const isRule = (way: Way): way is 'only' | 'except' => way === 'only' || way === 'except';

/** The rule that a way stands for; countries that are added or removed are a plain list. */
const typedIn = ({ what, country: text }: Values) => ({
  where: what === 'add' || what === 'remove' ? ('only' as const) : what,
  country: text,
});

const schema = z
  .object({ what: z.enum(ways), country: z.string(), turnOn: z.boolean() })
  .superRefine((values, context) => {
    if (values.what === 'everywhere') return;
    const message = country.safeParse(asText(typedIn(values))).error?.issues[0]?.message;
    if (message) context.addIssue({ code: 'custom', path: ['country'], message });
  });

function changeOf(values: Values): AskedBatch['change'] {
  const { what, turnOn } = values;
  if (what === 'everywhere') return { country: null };
  const text = asText(typedIn(values));
  return {
    ...(what === 'add' || what === 'remove' ? { countries: { [what]: text } } : { country: text }),
    ...(turnOn && isRule(what) && { set: { ipAddress: 'on' } }),
  };
}

/** Says where many applications show their ads, or changes their lists of countries. Administrators only. */
export function CountriesForm({ onPreviewed, onStarted, ...dialog }: ChangeFormProps) {
  const { picked } = dialog;
  const start = useStartAhead(onStarted);
  const { form, ...sending } = useChangeForm({
    picked,
    schema,
    initialValues,
    changeOf,
    fieldOf: (field) => field.replace(/^countries\..*/, 'country'),
    onPreviewed,
    startAhead: () => start(ahead),
  });
  const countries = useCountries();
  const { what } = form.values;
  const refusal = countries ? refusalOf(countries, typedIn(form.values)) : null;
  const isFilled = countries !== undefined && schema.safeParse(form.values).success;
  const isReady = isFilled && (what === 'everywhere' || refusal === null);
  const isAsked = dialog.opened && isReady && picked.count <= mostAhead;
  const ahead = usePreviewAhead(
    isAsked ? { select: picked.select, change: changeOf(form.values) } : null,
  );

  /** A list that is pasted with signs says by itself that its countries are exceptions. */
  function type(text: string): void {
    if (!isRule(what)) return form.setFieldValue('country', text);
    const { where, country: typed } = whenTyped(what, text);
    form.setValues({ what: where, country: typed });
  }

  return (
    <ChangeForm
      {...dialog}
      {...sending}
      form={form}
      title="Countries"
      ahead={ahead && toDo(ahead.preview) > 0 ? ahead.preview : undefined}
    >
      <Stack gap="md">
        <Radio.Group {...form.getInputProps('what')} aria-label="What to do">
          <Stack gap="xs">
            {ways.map((way) => (
              <Radio key={way} value={way} label={labels[way]} />
            ))}
          </Stack>
        </Radio.Group>
        {what !== 'everywhere' && (
          <CountryField
            {...form.getInputProps('country')}
            value={form.values.country}
            onChange={type}
            description={hints[what]}
            refusal={refusal}
            countries={countries}
            data-autofocus
          />
        )}
        {isRule(what) && (
          <Checkbox
            {...form.getInputProps('turnOn', { type: 'checkbox' })}
            label="Also turn IP Address on"
            description="Without IP Address ON, countries have no effect."
          />
        )}
        {ahead && <PreviewAhead preview={ahead.preview} onShow={() => onPreviewed(ahead)} />}
      </Stack>
    </ChangeForm>
  );
}
