import type { App } from '@adwarden/contract/apps';
import { limits } from '@adwarden/contract/limits';
import { Alert, Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { toastSuccess } from '../../../lib/toasts.ts';
import { CloseButton } from '../../../ui/dialog/close-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { useBusyDialog } from '../../../ui/dialog/dialog-busy.ts';
import { DoneButton } from '../../../ui/dialog/done-button.tsx';
import { QuestionInPlace } from '../../../ui/dialog/question-in-place.tsx';
import { useAskInPlace } from '../../../ui/dialog/use-ask-in-place.ts';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { CopyBox } from '../../../ui/text/copy-box.tsx';
import { tokenUsesQuery, useRotateToken } from '../apps.api.ts';
import { OldTokens } from './old-tokens.tsx';
import classes from './rotate-token-modal.module.css';
import { afterOldToken, lastUses } from './token-words.ts';

const { default: defaultDays, max: maxDays } = limits.oldTokenDays;

type Props = { opened: boolean; app: App | null; onClose: () => void };

/** A new auth token for an app, after asking how long the old one stays good (ADR 28 "Writes"). */
export function RotateTokenModal({ opened, app, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="New token" size={480} centered>
      {app && <Rotation key={app.appID} app={app} onClose={onClose} />}
    </Dialog>
  );
}

/** A component of its own, so that each opening begins with new state. */
function Rotation({ app, onClose }: { app: App; onClose: () => void }) {
  const daysInput = useRef<HTMLInputElement>(null);
  const [days, setDays] = useState<number | string>(defaultDays);
  const { mutate, isPending, data, error } = useRotateToken();
  const { data: uses } = useQuery(tokenUsesQuery(app.appID));
  const { asking, trigger, ask, cancel, done } = useAskInPlace();
  useBusyDialog(isPending);
  if (data) return <NewToken {...data.data} onClose={onClose} />;

  const isNumber = typeof days === 'number';
  const present = uses?.tokens.find(({ until }) => until === null);
  const asked = present && lastUses(present);
  const refusesPhones = days === 0 && asked !== '';

  function rotate(): void {
    if (!isNumber) return;
    mutate(
      { appID: app.appID, keepOldForDays: days },
      { onSuccess: ({ message }) => toastSuccess(message) },
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (refusesPhones && !asking) ask();
        else rotate();
      }}
    >
      <Stack gap="md">
        <Text>
          <bdi className={classes.name}>{app.appName}</bdi> gets a new auth token. Copies that are
          installed go on with the old one until you ship an update, so keep it good for as long as
          that takes.
        </Text>
        {asked && <Text fw={500}>{asked}</Text>}
        <NumberInput
          ref={daysInput}
          label="Days the old token stays good"
          description={`From 0 to ${maxDays}; 0 ends it at once. Older tokens end then at the latest.`}
          value={days}
          onChange={(value) => {
            setDays(value);
            done();
          }}
          min={0}
          max={maxDays}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          error={isNumber ? undefined : 'Please give a number of days'}
          data-autofocus
        />
        {days === 0 && (
          <Alert color="yellow" p="sm">
            {afterOldToken}
          </Alert>
        )}
        <OldTokens appID={app.appID} onRevoked={() => daysInput.current?.focus()} />
        <FormFailure failure={error && messageOf(error)} />
        {asking ? (
          <QuestionInPlace
            title="Refuse the installed copies at once?"
            text={`${asked ?? 'It is not known yet whether phones ask with the current token.'} ${afterOldToken}`}
            button="End it and make a new token"
            keep="Cancel"
            danger
            pending={isPending}
            onCancel={cancel}
            onConfirm={rotate}
          />
        ) : (
          <Group justify="flex-end" gap="sm">
            <CloseButton busy={isPending} onClose={onClose} />
            <Button
              ref={trigger}
              type="submit"
              color={days === 0 ? 'red' : 'accent'}
              loading={isPending}
            >
              Make a new token
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

type NewTokenProps = Pick<App, 'authToken'> & { oldTokenUntil: string; onClose: () => void };

function NewToken({ authToken, oldTokenUntil, onClose }: NewTokenProps) {
  const isOver = Date.parse(oldTokenUntil) <= Date.now();
  return (
    <Stack gap="md">
      <CopyBox value={authToken} label="Copy the new token" />
      <Text c="dimmed">
        {isOver
          ? 'The old token is no longer good.'
          : `The old token stays good until ${formatDateTime(oldTokenUntil)}.`}
      </Text>
      <DoneButton onClose={onClose} />
    </Stack>
  );
}
