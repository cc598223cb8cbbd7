import { Button, Stack, Text } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { messageOf } from '../../lib/api-error.ts';
import type { SignedIn } from './factors.api.ts';
import { useSignInWithPasskey } from './passkey-sign-in.api.ts';

type Props = { onSignedIn: (signedIn: SignedIn) => void };

/** Signs in with a passkey, without a password (ADR 141). */
export function PasskeyButton({ onSignedIn }: Props) {
  const { mutate, isPending, error } = useSignInWithPasskey();
  return (
    <Stack gap="xs">
      <Button
        variant="subtle"
        fullWidth
        leftSection={<IconFingerprint size={18} />}
        loading={isPending}
        onClick={() => mutate(undefined, { onSuccess: onSignedIn })}
      >
        Sign in with a passkey
      </Button>
      {error && (
        <Text size="sm" c="dimmed" ta="center" role="alert">
          {messageOf(error)}
        </Text>
      )}
    </Stack>
  );
}
