import type { AgainAsked } from '@adwarden/contract/envelope';
import { againForm } from '@adwarden/contract/factors/again';
import { Button, Group, Stack, Text } from '@mantine/core';
import type { ComponentType } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { useBusyDialog } from '../../ui/dialog/dialog-busy.ts';
import { answerAgain } from './again-store.ts';
import { useConfirmAgain } from './factors.api.ts';
import { WaysForm } from './ways-form.tsx';

type Props = {
  asked: AgainAsked;
  login: string;
  onConfirmed: (token: string) => void;
  SignOn: ComponentType<{ ticket: string; onConfirmed: (token: string) => void }>;
};

/** Whether the question itself is over: then the call asks anew. */
const hasEnded = (error: unknown): boolean =>
  error instanceof ApiError && error.fields.some(({ field }) => field === 'ticket');

/** Confirms that it is still the person of the session: with a second factor, or with the password where there is none. */
export function AgainForm({
  asked: { ticket, methods, options },
  login,
  onConfirmed,
  SignOn,
}: Props) {
  const { mutate, isPending, error, reset } = useConfirmAgain();
  useBusyDialog(isPending);
  const cancel = (
    <Button variant="subtle" color="gray" disabled={isPending} onClick={() => answerAgain(false)}>
      Cancel
    </Button>
  );
  const confirmed = (token: string) => {
    onConfirmed(token);
    answerAgain(true);
  };
  const typed = methods.filter((method) => method !== 'singleSignOn');
  return (
    <Stack gap="md">
      <Text>
        Somebody else could be at your screen, or have your session. What you typed is kept, and is
        saved afterwards.
      </Text>
      {/* Tells password managers which account this is. */}
      <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
      {typed.length < methods.length && <SignOn ticket={ticket} onConfirmed={confirmed} />}
      {typed.length === 0 ? (
        <Group>{cancel}</Group>
      ) : (
        <WaysForm
          methods={typed}
          options={options}
          judge={(entered) => againForm.safeParse({ ticket, ...entered })}
          isPending={isPending}
          error={error}
          reset={reset}
          action="Confirm"
          onEntered={(entered, onWrong) =>
            mutate(
              { ticket, ...entered },
              {
                onSuccess: ({ token }) => confirmed(token),
                onError(failure) {
                  if (hasEnded(failure)) answerAgain(true);
                  else onWrong();
                },
              },
            )
          }
          beside={cancel}
        />
      )}
    </Stack>
  );
}
