import type { SecondFactorAsked } from '@adwarden/contract/envelope';
import { secondFactorForm } from '@adwarden/contract/factors/factors';
import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { type SignedIn, useSecondStep } from './factors.api.ts';

type Props = {
  /** The answer to the first step. */
  asked: SecondFactorAsked;
  onSignedIn: (signedIn: SignedIn) => void;
  /** Goes back to the password. */
  onBack: () => void;
};

/** The ways to confirm a sign-in. Each has the name of its field in the call. */
const ways = {
  code: {
    method: 'totp',
    hint: 'Enter the code that your authenticator app shows.',
    label: 'Code',
    input: { inputMode: 'numeric', autoComplete: 'one-time-code' },
    other: 'Use a recovery code',
  },
  recoveryCode: {
    method: 'recoveryCode',
    hint: 'Enter one of the recovery codes that you have kept. It works once.',
    label: 'Recovery Code',
    input: { autoComplete: 'off', autoCapitalize: 'characters' },
    other: 'Use the authenticator app',
  },
} as const;
type Way = keyof typeof ways;

/** The second step of a sign-in (ADR 133), for both sign-in pages, invitations, and the dialog of a session that has ended. */
export function SecondStep({ asked: { ticket, methods }, onSignedIn, onBack }: Props) {
  const open = (Object.keys(ways) as Way[]).filter((way) => methods.includes(ways[way].method));
  const [way, setWay] = useState<Way>(open[0] ?? 'code');
  const [fault, setFault] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error, reset } = useSecondStep();
  const { hint, label, input } = ways[way];
  const other = open.find((one) => one !== way);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    // React events bubble through portals: without this, the form around a dialog would be submitted too.
    event.stopPropagation();
    if (isPending) return;
    const typed = field.current?.value ?? '';
    const judged = secondFactorForm.safeParse({ ticket, [way]: typed });
    setFault(judged.error?.issues[0]?.message ?? '');
    field.current?.focus();
    if (!judged.success) return;
    mutate(
      { ticket, [way]: typed },
      { onSuccess: onSignedIn, onError: () => field.current?.select() },
    );
  }

  const back = (
    <Button variant="subtle" color="gray" disabled={isPending} onClick={onBack}>
      Back
    </Button>
  );
  if (open.length === 0) {
    return (
      <Stack gap="md">
        <Alert color="red" role="alert" icon={<IconAlertCircle />} p="sm">
          The server cannot open your second factor, and you have no recovery code left. An
          administrator can help you.
        </Alert>
        {back}
      </Stack>
    );
  }
  return (
    <form noValidate onSubmit={submit} aria-busy={isPending}>
      <Stack gap="md">
        <Text c="dimmed">{hint}</Text>
        <TextInput
          // Another way begins with an empty field, which takes the focus.
          key={way}
          ref={field}
          label={label}
          {...input}
          error={fault || undefined}
          spellCheck={false}
          autoFocus
          data-autofocus
          onChange={() => {
            setFault('');
            if (error) reset();
          }}
        />
        {error && (
          <Alert color="red" role="alert" icon={<IconAlertCircle />} p="sm">
            {messageOf(error)}
          </Alert>
        )}
        <Button type="submit" fullWidth loading={isPending}>
          Sign In
        </Button>
        <Group justify="space-between" gap="sm">
          {back}
          {other && (
            <Anchor
              component="button"
              type="button"
              fw={500}
              onClick={() => {
                setFault('');
                reset();
                setWay(other);
              }}
            >
              {ways[way].other}
            </Anchor>
          )}
        </Group>
      </Stack>
    </form>
  );
}
