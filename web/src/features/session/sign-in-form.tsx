import { adminSignInForm, userSignInForm } from '@adwarden/contract/sessions';
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useEffect, useEffectEvent } from 'react';
import { type ApiError, isRefusal } from '../../lib/api-error.ts';
import { focusFirstError, showFieldErrors } from '../../ui/form/form-errors.ts';

const kinds = {
  email: { schema: adminSignInForm, label: 'Email', type: 'email' },
  userID: { schema: userSignInForm, label: 'User Id', type: 'text' },
} as const;

type Login = keyof typeof kinds;
type Credentials<L extends Login> = Record<L | 'password', string>;

type Props<L extends Login> = {
  /** The name of the login field: the administrator's e-mail or the owner's user id. */
  login: L;
  /** The login that is filled in at first, so that only the password must be typed. */
  known?: string;
  busy: boolean;
  /** The last error, while it is to be shown. */
  error: Error | null;
  onSubmit: (credentials: Credentials<L>) => void;
};

/** The form of both sign-ins; its button is disabled while the call runs (spec, section 2; ADR 26). */
export function SignInForm<L extends Login>({
  login,
  known = '',
  busy,
  error,
  onSubmit,
}: Props<L>) {
  const { schema, label, type } = kinds[login];
  const form = useForm<Record<string, string>>({
    mode: 'uncontrolled',
    initialValues: { [login]: known, password: '' },
    validate: schemaResolver(schema, { sync: true }),
  });
  const refusal = isRefusal(error) ? error : null;

  const onRefused = useEffectEvent((refused: ApiError) => {
    if (refused.fields.length > 0) showFieldErrors(form, refused);
    else form.getInputNode<HTMLInputElement, string>('password')?.select();
  });
  useEffect(() => {
    if (refusal) onRefused(refusal);
  }, [refusal]);

  /** Takes what stands in the fields: password managers fill them without an event. */
  function readFields(event: FormEvent<HTMLFormElement>): void {
    const fields = new FormData(event.currentTarget);
    for (const name of [login, 'password']) form.setFieldValue(name, String(fields.get(name)));
  }
  const submit = form.onSubmit(
    (values) => onSubmit(schema.parse(values) as Credentials<L>),
    (errors) => focusFirstError(form, errors),
  );

  return (
    <form
      noValidate
      onSubmit={(event) => {
        readFields(event);
        submit(event);
      }}
    >
      <Stack gap="md">
        <TextInput
          key={form.key(login)}
          {...form.getInputProps(login)}
          label={label}
          type={type}
          name={login}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={known === ''}
        />
        <PasswordInput
          key={form.key('password')}
          {...form.getInputProps('password')}
          label="Password"
          name="password"
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
