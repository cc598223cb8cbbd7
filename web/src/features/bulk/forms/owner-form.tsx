import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { SearchSelect, type ServerSearch } from '../../../ui/form/search-select.tsx';
import { ChangeForm, type ChangeFormProps } from './change-form.tsx';
import { useChangeForm } from './use-change-form.ts';

/** A user as an owner to choose. */
export type Owner = { userID: string; fullName: string };
/** Searches owners on the server; only while `enabled`. */
export type UseOwners = (enabled: boolean) => ServerSearch<Owner>;

type Values = { who: 'user' | 'nobody'; owner: string };
const initialValues: Values = { who: 'user', owner: '' };

const schema = z
  .object({ who: z.enum(['user', 'nobody']), owner: z.string() })
  .superRefine(({ who, owner }, context) => {
    if (who === 'user' && owner === '') {
      context.addIssue({ code: 'custom', path: ['owner'], message: 'Please Select Owner' });
    }
  })
  .transform(({ who, owner }) => (who === 'user' ? owner : ''));

/** Gives many applications to an owner, or to nobody. Administrators only. */
export function OwnerForm(props: ChangeFormProps & { useOwners: UseOwners }) {
  const { onPreviewed, useOwners, ...dialog } = props;
  const owners = useOwners(dialog.opened);
  const [chosen, setChosen] = useState<Owner | null>(null);
  const { form, ...sending } = useChangeForm({
    picked: dialog.picked,
    schema,
    initialValues,
    changeOf: (selectedUser) => ({ set: { selectedUser } }),
    fieldOf: (field) => (field === 'set.selectedUser' ? 'owner' : field),
    onPreviewed,
  });
  return (
    <ChangeForm {...dialog} {...sending} form={form} title="Owner">
      <Stack gap="md">
        <Radio.Group {...form.getInputProps('who')} aria-label="Who owns them">
          <Stack gap="xs">
            <Radio value="user" label="Give them to an owner" data-autofocus />
            <Radio value="nobody" label="Give them to nobody" />
          </Stack>
        </Radio.Group>
        {form.values.who === 'user' && (
          <SearchSelect
            {...form.getInputProps('owner')}
            found={owners}
            optionOf={({ fullName, userID }) => ({
              value: userID,
              label: `${fullName} (${userID})`,
            })}
            label="Owner"
            placeholder="Select Owner"
            withAsterisk
            chosen={chosen}
            onChange={(owner) => {
              setChosen(owner);
              form.setFieldValue('owner', owner?.userID ?? '');
            }}
            unmatched="Choose an owner from the list"
            nothing="No owner matches"
          />
        )}
      </Stack>
    </ChangeForm>
  );
}
