import { Alert } from '@mantine/core';

type Props = {
  /** `failure` of `useServerForm`, or the message of a call that failed; null: none. */
  failure: string | null;
  className?: string | undefined;
};

/** Why a save failed, if no field shows it. It stays until the next save, because a toast is gone in seconds. */
export function FormFailure({ failure, className }: Props) {
  if (failure === null) return null;
  return (
    <Alert color="red" role="alert" p="sm" className={className}>
      {failure}
    </Alert>
  );
}
