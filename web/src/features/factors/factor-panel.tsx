import { counted } from '@adwarden/contract/counted';
import type { Factor } from '@adwarden/contract/factors/factors';
import { ActionIcon, Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconFingerprint, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import { formatDate, formatDateTime } from '../../lib/dates.ts';
import type { Role } from '../../lib/role.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { useRowDeletion } from '../../ui/data-table/use-row-deletion.tsx';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { Delayed } from '../../ui/feedback/delayed.tsx';
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx';
import { FramedList } from '../../ui/framed-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { factorsQuery, useRemoveFactor } from './factors.api.ts';
import classes from './factors.module.css';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { RecoveryDialog } from './recovery-dialog.tsx';
import { TotpDialog } from './totp-dialog.tsx';
import { type EndOthers, useEndOthers } from './use-end-others.tsx';
import { useWhyNoPasskeys } from './ways.api.ts';

/** From so few recovery codes on, the panel asks for new ones. */
const fewCodes = 3;

/** The second factors of the signed-in person: what there is, and setting one up (ADR 133). */
export function FactorPanel({ as, endOthers }: { as: Role; endOthers: EndOthers }) {
  const { data, error, isFetching, refetch } = useQuery(factorsQuery);
  const totp = useDialog<true>();
  const passkey = useDialog<true>();
  const recovery = useDialog<true>();
  const whyNot = useWhyNoPasskeys(as);
  return (
    <Panel
      title="Second factor"
      hint="A sign-in asks for your password, and then for a code of your telephone or for a passkey. Whoever learns your password cannot sign in with it. A passkey can also sign you in without the password."
      actions={
        <Group gap="sm">
          {whyNot === null && (
            <Button
              leftSection={<IconFingerprint size={16} />}
              onClick={() => passkey.open(true)}
              variant={data?.factors.length ? 'default' : 'filled'}
            >
              Add a passkey
            </Button>
          )}
          <Button
            leftSection={<IconPlus size={16} />}
            onClick={() => totp.open(true)}
            variant={data?.factors.length || whyNot === null ? 'default' : 'filled'}
          >
            Add an authenticator app
          </Button>
        </Group>
      }
    >
      {data && <Own {...data} endOthers={endOthers} onRenew={() => recovery.open(true)} />}
      {!data && error && (
        <ErrorPanel
          message={messageOf(error)}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && (
        <Delayed>
          <Skeleton height={64} />
        </Delayed>
      )}
      {whyNot && (
        <Text size="sm" c="dimmed" mt="md">
          {whyNot}
        </Text>
      )}
      <PasskeyDialog
        key={`passkey ${passkey.visit}`}
        opened={passkey.opened}
        onClose={passkey.close}
        endOthers={endOthers}
      />
      <TotpDialog
        key={`totp ${totp.visit}`}
        opened={totp.opened}
        onClose={totp.close}
        endOthers={endOthers}
      />
      <RecoveryDialog
        key={`recovery ${recovery.visit}`}
        opened={recovery.opened}
        onClose={recovery.close}
      />
    </Panel>
  );
}

/** Says what a factor does. */
function does({ kind, replacesPassword }: Factor): string {
  if (kind === 'totp') return 'A code, after the password';
  return replacesPassword
    ? 'A passkey, which signs in without the password'
    : 'A passkey, after the password';
}

type OwnProps = {
  factors: Factor[];
  recoveryCodesLeft: number;
  endOthers: EndOthers;
  onRenew: () => void;
};

function Own({ factors, recoveryCodesLeft, endOthers, onRenew }: OwnProps) {
  const isLast = factors.length === 1;
  const others = useEndOthers(endOthers);
  const removal = useRowDeletion<Factor>({
    rowId: ({ id }) => id,
    deletion: useRemoveFactor(),
    effectOf: ({ kind }) => {
      if (isLast) {
        return 'Your password alone is enough to sign in then. Your recovery codes no longer work.';
      }
      const own = kind === 'passkey' ? 'It no longer signs you in.' : 'Its codes no longer work.';
      return `${own} Your other second factors stay.`;
    },
    more: others.box,
    onDeleted: (_, message) => {
      void others.endIfWanted();
      toastSuccess(message);
    },
  });
  if (factors.length === 0) {
    return <Text c="dimmed">You have none: your password alone is enough to sign in.</Text>;
  }
  return (
    <Stack gap="md">
      {recoveryCodesLeft < fewCodes && (
        <Alert color="yellow" p="sm">
          You have {counted(recoveryCodesLeft, 'recovery code')} left. Make new ones before you lose
          your telephone.
        </Alert>
      )}
      <FramedList aria-label="Second factors">
        {factors.map((factor) => (
          <li key={factor.id} className={`${classes.item} ${classes.factor}`}>
            <div>
              <span className={classes.name}>{factor.name}</span>
              <Text size="sm" c="dimmed">
                {does(factor)}. Added on {formatDate(factor.createdAt)},{' '}
                {factor.lastUsedAt
                  ? `last used ${formatDateTime(factor.lastUsedAt)}`
                  : 'not used yet'}
              </Text>
              {!factor.isUsable && (
                <Text size="sm" c="var(--warning-text)">
                  It belongs to {factor.host}, and cannot be used at the address of now. Remove it,
                  and add a new one.
                </Text>
              )}
            </div>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={`Remove ${factor.name}`}
              data-hint="Remove"
              onClick={() => removal.askToDelete(factor)}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </li>
        ))}
        <li className={classes.item}>
          <div>
            <span className={classes.name}>Recovery codes</span>
            <Text size="sm" c="dimmed">
              {recoveryCodesLeft} left, for when your telephone is lost
            </Text>
          </div>
          <Button variant="default" size="compact-sm" onClick={onRenew}>
            Make new codes
          </Button>
        </li>
      </FramedList>
      {removal.modal}
    </Stack>
  );
}
