import type { SecondFactorAsked } from '@adwarden/contract/envelope';
import { secondFactorForm } from '@adwarden/contract/factors/factors';
import { Button } from '@mantine/core';
import { type SignedIn, useSecondStep } from './factors.api.ts';
import { WaysForm } from './ways-form.tsx';

type Props = {
  /** The answer to the first step. */
  asked: SecondFactorAsked;
  onSignedIn: (signedIn: SignedIn) => void;
  /** Goes back to the password. */
  onBack: () => void;
};

/** The second step of a sign-in (ADR 133), for both sign-in pages, invitations, and the dialog of a session that has ended. */
export function SecondStep({ asked: { ticket, methods, options }, onSignedIn, onBack }: Props) {
  const { mutate, isPending, error, reset } = useSecondStep();
  return (
    <WaysForm
      methods={methods}
      options={options}
      judge={(entered) => secondFactorForm.safeParse({ ticket, ...entered })}
      isPending={isPending}
      error={error}
      reset={reset}
      action="Sign In"
      onEntered={(entered, onWrong) =>
        mutate({ ticket, ...entered }, { onSuccess: onSignedIn, onError: onWrong })
      }
      beside={
        <Button variant="subtle" color="gray" disabled={isPending} onClick={onBack}>
          Back
        </Button>
      }
    />
  );
}
