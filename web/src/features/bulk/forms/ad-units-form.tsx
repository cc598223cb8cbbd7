import { type AdUnitKind, adUnitKinds } from '@adwarden/contract/ad-units';
import { limits } from '@adwarden/contract/limits';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { z } from 'zod';
import { adUnitKindWords } from '../../../lib/words/words.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { ChangeForm, type ChangeFormProps } from './change-form.tsx';
import { publishersQuery } from './publishers.api.ts';
import { useChangeForm } from './use-change-form.ts';

const initialValues: ReplaceValues = { find: '', with: '', kinds: [...adUnitKinds] };

const code = {
  autoComplete: 'off',
  spellCheck: false,
  autoCapitalize: 'none',
  limit: limits.batches.findLength,
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
  const find = useRef<HTMLInputElement>(null);
  const { data: publishers = [] } = useQuery(publishersQuery(dialog.picked.select));
  return (
    <ChangeForm {...dialog} {...sending} form={form} title="Replace in ad units">
      <Stack gap="md">
        <div>
          <TextField
            {...form.getInputProps('find')}
            {...code}
            ref={find}
            label="Find"
            description="A part of an ad unit, for example a publisher id. Upper and lower case differ."
            placeholder="pub-1234567890123456"
            withAsterisk
            data-autofocus
          />
          {publishers.length > 0 && (
            <Group gap={6} mt={8} role="group" aria-label="Publisher ids in use">
              <Text size="xs" c="dimmed" aria-hidden="true">
                In use:
              </Text>
              {publishers.map((publisher) => (
                <Button
                  key={publisher}
                  variant="default"
                  size="compact-xs"
                  classNames={{ label: 'mono' }}
                  onClick={() => {
                    form.setFieldValue('find', publisher);
                    find.current?.focus();
                  }}
                >
                  {publisher}
                </Button>
              ))}
            </Group>
          )}
        </div>
        <TextField
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

/** `kinds`: in which kinds of ad units. */
type ReplaceValues = { find: string; with: string; kinds: AdUnitKind[] };

/** The schema of the form; all kinds are sent as none. Nothing is trimmed: a space may be what is wrong. */
const replaceSchema = z
  .object({
    find: z.string().min(1, 'Please enter the text to find'),
    with: z.string(),
    kinds: z.array(z.enum(adUnitKinds)).min(1, 'Please choose at least one kind'),
  })
  .transform(({ kinds, ...texts }) =>
    kinds.length === adUnitKinds.length ? texts : { ...texts, kinds },
  );
