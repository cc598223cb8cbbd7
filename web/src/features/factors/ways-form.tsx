import type { AgainMethod, FactorMethod, PasskeyOptions } from '@adwarden/contract/envelope';
import type { PasskeyAnswer } from '@adwarden/contract/factors/passkey-answer';
import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertCircle, IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { z } from 'zod';
import { messageOf } from '../../lib/api-error.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { hasPasskeys } from './can-use-passkeys.ts';

/** The ways to confirm who somebody is. Each has the name of its field in the calls. */
const ways = {
  passkey: {
    method: 'passkey',
    hint: 'Use the passkey of your device, your password manager or your security key.',
    label: '',
    other: 'Use a passkey',
  },
  code: {
    method: 'totp',
    hint: 'Enter the code that your authenticator app shows.',
    label: 'Code',
    other: 'Use the authenticator app',
  },
  recoveryCode: {
    method: 'recoveryCode',
    hint: 'Enter one of the recovery codes that you have kept. It works once.',
    label: 'Recovery Code',
    other: 'Use a recovery code',
  },
  link: {
    method: 'link',
    hint: 'Your second factor was removed. Enter the link that you got for setting up a new one, or open it. If you have none, ask an administrator.',
    label: 'Link',
    other: 'Use a link',
  },
  password: {
    method: 'password',
    hint: '',
    label: 'Password',
    other: 'Use the password',
  },
} as const;
type Way = keyof typeof ways;

/** Attributes that help with typing. */
const typing = {
  code: { inputMode: 'numeric', autoComplete: 'one-time-code' },
  recoveryCode: { autoComplete: 'off', autoCapitalize: 'characters' },
  link: { autoComplete: 'off' },
} as const;

/** What is entered, under the name of its field. */
type Entered = { [W in Exclude<Way, 'passkey'>]?: string } & { passkey?: PasskeyAnswer };

type Props = {
  /** The methods that the server takes now. */
  methods: readonly (FactorMethod | AgainMethod)[];
  /** What the browser needs for a passkey, if that is one of the methods. */
  options: PasskeyOptions | undefined;
  /** Checks what was typed, before it is sent. */
  judge: (entered: Entered) => z.ZodSafeParseResult<unknown>;
  isPending: boolean;
  error: Error | null;
  /** Takes the error away. */
  reset: () => void;
  /** The word of the button. */
  action: string;
  /** Called with what is typed; `onWrong` lets somebody type anew. */
  onEntered: (entered: Entered, onWrong: () => void) => void;
  /** The button beside the way to another method. */
  beside: ReactNode;
};

/** Asks for one of several confirmations: a passkey, a code, a recovery code, or the password. */
export function WaysForm(props: Props) {
  const { methods, options, judge, isPending, error, reset, action, onEntered, beside } = props;
  const open = (Object.keys(ways) as Way[])
    .filter((way) => methods.includes(ways[way].method))
    .filter((way) => way !== 'passkey' || hasPasskeys());
  const [way, setWay] = useState<Way>(open[0] ?? 'code');
  const [fault, setFault] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { hint, label } = ways[way];
  const others = open.filter((one) => one !== way);
  const [isAsking, setAsking] = useState(false);

  /** Asks the browser, and goes on with what it answers. */
  async function askBrowser(): Promise<void> {
    setFault('');
    if (error) reset();
    setAsking(true);
    try {
      const { takePasskey } = await import('./passkey-browser.ts');
      onEntered({ passkey: await takePasskey(options ?? {}) }, () => {});
    } catch (failure) {
      setFault(messageOf(failure));
    } finally {
      setAsking(false);
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    // React events bubble through portals: without this, the form around a dialog would be submitted too.
    event.stopPropagation();
    if (isPending || isAsking) return;
    if (way === 'passkey') return void askBrowser();
    const entered = { [way]: field.current?.value ?? '' };
    const judged = judge(entered);
    setFault(judged.error?.issues[0]?.message ?? '');
    field.current?.focus();
    if (judged.success) onEntered(entered, () => field.current?.select());
  }

  if (open.length === 0) {
    return (
      <Stack gap="md">
        <Alert color="red" role="alert" icon={<IconAlertCircle />} p="sm">
          {methods.includes('passkey')
            ? 'This browser takes no passkeys at this address, and you have nothing else. Take another browser, or ask an administrator.'
            : 'The server cannot open your second factor, and you have no recovery code left. An administrator can help you.'}
        </Alert>
        {beside}
      </Stack>
    );
  }
  const input = {
    ref: field,
    label,
    error: fault || undefined,
    autoFocus: true,
    'data-autofocus': true,
    onChange() {
      setFault('');
      if (error) reset();
    },
  };
  return (
    <form noValidate onSubmit={submit} aria-busy={isPending}>
      <Stack gap="md">
        {hint && <Text c="dimmed">{hint}</Text>}
        {/* Another way begins with an empty field, which takes the focus. */}
        {way === 'password' && (
          <PasswordField key={way} {...input} autoComplete="current-password" />
        )}
        {way !== 'password' && way !== 'passkey' && (
          <TextInput key={way} {...input} {...typing[way]} spellCheck={false} />
        )}
        {(error || (way === 'passkey' && fault)) && (
          <Alert color="red" role="alert" icon={<IconAlertCircle />} p="sm">
            {error ? messageOf(error) : fault}
          </Alert>
        )}
        {way === 'passkey' ? (
          <Button
            key="passkey"
            type="submit"
            fullWidth
            loading={isPending || isAsking}
            leftSection={<IconFingerprint size={18} />}
            autoFocus
            data-autofocus
          >
            Use your passkey
          </Button>
        ) : (
          <Button key="typed" type="submit" fullWidth loading={isPending}>
            {action}
          </Button>
        )}
        <Group justify="space-between" gap="sm">
          {beside}
          <Stack gap={4} align="flex-end">
            {others.map((other) => (
              <Anchor
                key={other}
                component="button"
                type="button"
                fw={500}
                onClick={() => {
                  setFault('');
                  reset();
                  setWay(other);
                }}
              >
                {ways[other].other}
              </Anchor>
            ))}
          </Stack>
        </Group>
      </Stack>
    </form>
  );
}
