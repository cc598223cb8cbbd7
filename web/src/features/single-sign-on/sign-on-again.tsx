import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import type { Role } from '../../lib/role.ts';
import { waysQuery } from '../../lib/ways.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { type Returned, useBeginForSession, useFinishSignOn } from './sign-on.api.ts';
import { awaitReturn } from './sign-on-tabs.ts';

type Props = {
  as: Role;
  ticket: string;
  /** The bearer token of the session. */
  token: string;
  /** Called with the session's new token. */
  onConfirmed: (token: string) => void;
};

/**
 * Confirms at the provider that it is still the person of the session. The link opens a window beside: this page stays, with all that is
 * typed. Each attempt has a link of its own, which is made before it is needed, so that no browser stops the window.
 */
export function SignOnAgain({ as, ticket, token, onConfirmed }: Props) {
  const name = useQuery(waysQuery).data?.singleSignOn?.name ?? 'single sign-on';
  const [attempt, setAttempt] = useState(0);
  const { mutate: begin, data: begun, error: notBegun } = useBeginForSession();
  const { mutate: finish, isPending, error } = useFinishSignOn();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt begins anew.
  useEffect(() => begin({ as, for: 'again', ticket }), [begin, as, ticket, attempt]);
  const onReturned = useEffectEvent((returned: Returned) => {
    if (!begun) return;
    finish(
      { ...returned, flow: begun.flow, token },
      {
        onSuccess(answer) {
          if ('token' in answer) onConfirmed(answer.token);
        },
        onError: () => setAttempt((last) => last + 1),
      },
    );
  });
  const state = begun && new URL(begun.url).searchParams.get('state');
  useEffect(() => (state ? awaitReturn(state, onReturned) : undefined), [state]);
  const failure = error ?? notBegun;
  return (
    <Stack gap="md">
      <Text c="dimmed">{name} opens in a new window. Come back here afterwards.</Text>
      <Button
        component="a"
        href={begun?.url}
        target="_blank"
        rel="noopener noreferrer"
        variant="default"
        fullWidth
        loading={!begun || isPending}
      >
        Confirm with {name}
      </Button>
      <FormFailure failure={failure && messageOf(failure)} />
    </Stack>
  );
}
