import { Button, Stack } from '@mantine/core';
import { type Path, useLocation } from 'react-router';
import { messageOf } from '../../lib/api-error.ts';
import type { Role } from '../../lib/role.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { useBeginSignOn } from './sign-on-begin.api.ts';
import { leaveFor, wasRefused } from './sign-on-flow.ts';

/** The button that leads to the provider of single sign-on (ADR 142). */
export function SignOnButton({ as, name }: { as: Role; name: string }) {
  const { state } = useLocation();
  const { mutate, isPending, isSuccess, error } = useBeginSignOn();
  const from = (state as { from?: Path } | null)?.from ?? null;
  return (
    <Stack gap="md">
      <Button
        variant="default"
        fullWidth
        loading={isPending || isSuccess}
        onClick={() =>
          mutate(
            { as, ...(wasRefused() && { chooseAccount: true }) },
            { onSuccess: ({ url, flow }) => leaveFor(url, { flow, as, for: 'signIn', from }) },
          )
        }
      >
        Sign in with {name}
      </Button>
      <FormFailure failure={error && messageOf(error)} />
    </Stack>
  );
}
