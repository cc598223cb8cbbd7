import type { AppStatus, OnOff } from '@adwarden/contract/apps';
import { appStatusTones, appStatusWords, onOffWords } from '../../../lib/words.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';

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
