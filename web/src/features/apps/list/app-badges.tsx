import type { AppInList, AppStatus, OnOff } from '@adwarden/contract/apps';
import { VisuallyHidden } from '@mantine/core';
import { IconHourglassHigh, IconPlayerPauseFilled } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Role } from '../../../lib/role.ts';
import { safetyTabPath } from '../../../lib/safety-tabs.ts';
import { appStatusTones, appStatusWords, onOffWords } from '../../../lib/words.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import classes from './apps.columns.module.css';

/** The badge of an app's status: Live, Development or Suspended (spec, section 2). */
export function AppStatusBadge({ status }: { status: AppStatus }) {
  return <StatusBadge tone={appStatusTones[status]}>{appStatusWords[status].badge}</StatusBadge>;
}

/** ON or OFF. */
export function OnOffBadge({ value }: { value: OnOff }) {
  return (
    <StatusBadge tone={value === 'on' ? 'success' : 'neutral'}>{onOffWords[value]}</StatusBadge>
  );
}

/** Beside the Ads badge: a pause covers the app, so that phones get no ads whatever the badge says. */
export function PausedMark() {
  return (
    <span className={classes.paused} data-hint="Paused: phones get no ads">
      <IconPlayerPauseFilled size={10} aria-hidden="true" />
      Paused<VisuallyHidden component="span">: phones get no ads</VisuallyHidden>
    </span>
  );
}

type WaitingProps = { app: Pick<AppInList, 'appID' | 'appName'>; role: Role };

/** Below the app's name: a change of it waits for approval. Leads to the change requests for the app. */
export function WaitingMark({ app: { appID, appName }, role }: WaitingProps) {
  const query = new URLSearchParams({ appID });
  return (
    <Link
      className={classes.waiting}
      to={`${safetyTabPath(role, 'change-requests')}?${query}`}
      aria-label={`Waiting for approval: a change of ${appName}`}
    >
      <IconHourglassHigh size={10} aria-hidden="true" />
      Waiting for approval
    </Link>
  );
}
