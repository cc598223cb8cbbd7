import type { AppInList, AppStatus, OnOff } from '@adwarden/contract/apps';
import { appStatusWords, onOffWords } from '@adwarden/contract/state-words';
import { IconCalendarClock, IconHourglassHigh, IconPlayerPauseFilled } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Role } from '../../../lib/role.ts';
import { safetyTabPath } from '../../../lib/safety-tabs.ts';
import {
  deliveredRequests,
  deliveryMark,
  deliveryTone,
} from '../../../lib/words/delivery-words.ts';
import { dayAndTimeInside } from '../../../lib/words/moment-words.ts';
import { appStatusTones } from '../../../lib/words/words.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import classes from './apps.columns.module.css';

/** The badge of an app's status: Live, Development or Suspended (spec, section 2). */
export function AppStatusBadge({ status }: { status: AppStatus }) {
  return <StatusBadge tone={appStatusTones[status]}>{appStatusWords[status].badge}</StatusBadge>;
}

/** The setting ON or OFF, without the colour of a result: what phones get of an app is told by `AdsBadge`. */
export function OnOffBadge({ value }: { value: OnOff }) {
  return <StatusBadge tone={value === 'on' ? 'set' : 'neutral'}>{onOffWords[value]}</StatusBadge>;
}

/** Ads Status in the colour of what phones get of the app; below it, why they get less than it says. */
export function AdsBadge({ app }: { app: AppInList }) {
  const { adsStatus, delivery } = app;
  const mark = deliveryMark(app);
  const tone = adsStatus === 'on' && delivery ? deliveryTone(delivery) : 'neutral';
  return (
    <span className={classes.ads}>
      <StatusBadge tone={tone}>{onOffWords[adsStatus]}</StatusBadge>
      {mark !== '' && (
        <span
          className={classes.mark}
          data-hint={deliveredRequests(delivery) || `${mark}: phones get no ads`}
        >
          {delivery?.reason === 'paused' && <IconPlayerPauseFilled size={10} aria-hidden="true" />}
          {mark}
        </span>
      )}
    </span>
  );
}

type RequestsProps = {
  app: Pick<AppInList, 'appID' | 'appName' | 'waiting' | 'scheduledAt'>;
  role: Role;
};

/** Below the app's name: a change of it waits for approval, or is made later. Leads to the change requests for the app. */
export function RequestMarks({ app, role }: RequestsProps) {
  const { appID, appName, waiting, scheduledAt } = app;
  const to = `${safetyTabPath(role, 'change-requests')}?${new URLSearchParams({ appID })}`;
  const when = scheduledAt && dayAndTimeInside(Date.parse(scheduledAt), Date.now());
  return (
    <>
      {waiting && (
        <Link
          className={classes.waiting}
          to={to}
          aria-label={`Waiting for approval: a change of ${appName}`}
        >
          <IconHourglassHigh size={10} aria-hidden="true" />
          <span className={classes.markWords}>Waiting for approval</span>
        </Link>
      )}
      {when && (
        <Link
          className={classes.waiting}
          data-later
          to={to}
          aria-label={`${appName} changes ${when}`}
        >
          <IconCalendarClock size={11} aria-hidden="true" />
          <span className={classes.markWords}>Changes {when}</span>
        </Link>
      )}
    </>
  );
}
