import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { toastSuccess } from '../../../lib/toasts.ts';
import { useBusyDialog } from '../../../ui/dialog/dialog-busy.ts';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { oldTokensQuery, tokenUsesQuery, useRevokeOldTokens } from '../apps.api.ts';
import classes from './rotate-token-modal.module.css';
import { afterOldToken, stillUsed } from './token-words.ts';

const takeFocus = (button: HTMLButtonElement | null) => button?.focus();

type Props = { appID: string; onRevoked: () => void };

/** Says how many old tokens are still valid, with a button to revoke them. Empty when there are none. */
export function OldTokens({ appID, onRevoked }: Props) {
  const { data: tokens = [] } = useQuery(oldTokensQuery(appID));
  const [step, setStep] = useState<'unasked' | 'asking' | 'cancelled'>('unasked');
  const { mutate, isPending, error } = useRevokeOldTokens();
  const { data: uses } = useQuery({ ...tokenUsesQuery(appID), enabled: step === 'asking' });
  const old = uses?.tokens.filter(({ until }) => until !== null);
  useBusyDialog(isPending);
  if (tokens.length === 0) return null;

  const last = tokens.reduce((a, b) => (a.until > b.until ? a : b)).until;
  function revoke(): void {
    mutate(appID, {
      onSuccess({ message }) {
        toastSuccess(message);
        onRevoked();
      },
    });
  }
  return (
    <section className={classes.old} aria-label="Old tokens">
      <Text size="sm">
        {tokens.length === 1
          ? `An old token is still good, until ${formatDateTime(last)}.`
          : `${tokens.length} old tokens are still good, the last until ${formatDateTime(last)}.`}
      </Text>
      {step === 'asking' && (
        <Text size="sm" role="alert">
          Revoke {tokens.length === 1 ? 'it' : 'them'} now? {stillUsed(old, 'an old token')}
          {afterOldToken} The current token stays.
        </Text>
      )}
      <FormFailure failure={error && messageOf(error)} />
      {step === 'asking' ? (
        <Group gap="sm">
          <Button size="xs" color="red" loading={isPending} onClick={revoke}>
            Revoke
          </Button>
          <Button
            ref={takeFocus}
            size="xs"
            variant="default"
            disabled={isPending}
            onClick={() => setStep('cancelled')}
          >
            Cancel
          </Button>
        </Group>
      ) : (
        <Group>
          <Button
            ref={step === 'cancelled' ? takeFocus : null}
            size="xs"
            variant="default"
            onClick={() => setStep('asking')}
          >
            Revoke old tokens now
          </Button>
        </Group>
      )}
    </section>
  );
}
