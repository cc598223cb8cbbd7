import { userHints } from '@adwarden/contract/field-hints';
import { limits } from '@adwarden/contract/limits';
import { Input, SegmentedControl, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { type UserFormValues, userLabels, type Way } from './user-form-values.ts';

type Props = {
  form: UseFormReturnType<UserFormValues>;
  isNew: boolean;
  /** Whether a blank password keeps the current one. */
  mayKeepPassword: boolean;
  /** Called when somebody wants to see the password. */
  onShowPassword: () => void;
};

const max = limits.text;

const ways: { value: Way; label: string }[] = [
  { value: 'password', label: 'Password' },
  { value: 'invite', label: 'Invite' },
];

/** The fields of an app owner, one form for creating and editing (spec, section 5 "User"). */
export function UserForm({ form, isNew, mayKeepPassword, onShowPassword }: Props) {
  const [isShown, setShown] = useState(false);
  // Each choice and each reset draws the form again.
  const { way } = form.getValues();
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextField
          key={form.key('fullName')}
          {...form.getInputProps('fullName')}
          label={userLabels.fullName}
          withAsterisk
          limit={max.fullName}
          dir="auto"
          autoComplete="off"
          data-autofocus
        />
        <TextField
          key={form.key('position')}
          {...form.getInputProps('position')}
          label={userLabels.position}
          withAsterisk
          limit={max.position}
          dir="auto"
          autoComplete="off"
        />
        <TextField
          key={form.key('userId')}
          {...form.getInputProps('userId')}
          label={userLabels.userId}
          description={userHints.userID}
          withAsterisk
          limit={max.userID}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          key={form.key('email')}
          {...form.getInputProps('email')}
          type="email"
          label={userLabels.email}
          description={userHints.email}
          limit={max.email}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </SimpleGrid>
      <Input.Wrapper label="Signs in first with" labelElement="div">
        <SegmentedControl
          fullWidth
          data={ways}
          value={way}
          onChange={(next) => form.setFieldValue('way', next as Way)}
          aria-label="Signs in first with"
        />
      </Input.Wrapper>
      {way === 'invite' ? (
        <Text c="dimmed">
          {userHints.invite}
          {!isNew && ' The present password and all sessions end when you save.'}
        </Text>
      ) : (
        <PasswordField
          key={form.key('password')}
          {...form.getInputProps('password')}
          label={userLabels.password}
          description={
            mayKeepPassword
              ? 'Leave it empty to keep the one there is.'
              : `${limits.password.min} to ${limits.password.max} characters.`
          }
          withAsterisk={!mayKeepPassword}
          // A password that is filled in mounts the field anew, which would hide it.
          visible={isShown}
          onVisibilityChange={(shown) => {
            setShown(shown);
            if (shown) onShowPassword();
          }}
          autoComplete="new-password"
        />
      )}
      <Switch
        key={form.key('needsApproval')}
        data-path="needsApproval"
        label={userLabels.needsApproval}
        description={userHints.needsApproval}
        defaultChecked={form.getValues().needsApproval === 'on'}
        onChange={({ currentTarget: { checked } }) =>
          form.setFieldValue('needsApproval', checked ? 'on' : 'off', { forceUpdate: false })
        }
      />
    </Stack>
  );
}
