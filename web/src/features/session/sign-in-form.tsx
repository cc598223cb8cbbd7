import { adminSignInForm, userSignInForm } from '@adwarden/contract/sessions';
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ApiError, isRefusal } from '../../lib/api-error.ts';
import type { Role } from '../../lib/role.ts';
import type { Credentials } from './session.api.ts';

/** The login of an administrator is the e-mail, that of an owner the user id. */
const kinds = {
  admin: { schema: adminSignInForm, login: 'email', label: 'Email', type: 'email' },
  user: { schema: userSignInForm, login: 'userID', label: 'User Id', type: 'text' },
} as const;

type Props = {
  of: Role;
  /** The login that is filled in at first, so that only the password must be typed. */
  known?: string;
  busy: boolean;
  /** The last error, while it is to be shown. */
  error: Error | null;
  onSubmit: (credentials: Credentials) => void;
};

/**
 * The form of both sign-ins; its button is disabled while the call runs (spec, section 2; ADR 26). It has two fields, and
 * is the first thing that anybody loads, so it does without the library of the other forms (ADR 125).
 */
export function SignInForm({ of, known = '', busy, error, onSubmit }: Props) {
  const { schema, login, label, type } = kinds[of];
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const refusal = isRefusal(error) ? error : null;
  const field = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`);

  function showErrors(found: readonly (readonly [name: string, message: string])[]): void {
    // Of several errors of a field, the first one is shown.
    const shown = Object.fromEntries(found.toReversed());
    setErrors(shown);
    const [first] = [login, 'password'].filter((name) => name in shown);
    if (first) field(first)?.focus();
  }
  const onRefused = useEffectEvent(({ fields }: ApiError) => {
    if (fields.length > 0) showErrors(fields.map(({ field, message }) => [field, message]));
    else field('password')?.select();
  });
  useEffect(() => {
    if (refusal) onRefused(refusal);
  }, [refusal]);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    // Password managers fill the fields without an event.
    const values = Object.fromEntries(new FormData(event.currentTarget));
    const judged = schema.safeParse(values);
    const faults = judged.error?.issues ?? [];
    showErrors(faults.map(({ path, message }) => [path.join('.'), message]));
    if (!judged.success) return;
    const { password, ...data } = judged.data;
    onSubmit({ login: 'email' in data ? data.email : data.userID, password });
  }
  const inputOf = (name: string) => ({
    name,
    error: errors[name],
    onChange: () => setErrors(({ [name]: _, ...others }) => others),
  });

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          {...inputOf(login)}
          defaultValue={known}
          label={label}
          type={type}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={known === ''}
        />
        <PasswordInput
          {...inputOf('password')}
          label="Password"
          autoComplete="current-password"
          autoFocus={known !== ''}
        />
        <Button type="submit" fullWidth mt="xs" loading={busy}>
          Sign In
        </Button>
        {refusal && (
          <Alert color="red" role="alert" icon={<IconAlertCircle />} p="sm">
            {refusal.message}
          </Alert>
        )}
      </Stack>
    </form>
  );
}
