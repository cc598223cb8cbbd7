import type { AppStatus, OnOff } from '@adwarden/contract/apps';
import { appStatusWords, onOffWords } from '../../../lib/words.ts';
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx';

const tones: Record<AppStatus, Tone> = {
  live: 'success',
  'in-develop': 'warning',
  suspend: 'danger',
};

/** The badge of an app's status: Live, Development or Suspended (spec, section 2). */
export function AppStatusBadge({ status }: { status: AppStatus }) {
  return <StatusBadge tone={tones[status]}>{appStatusWords[status].badge}</StatusBadge>;
}

/** ON or OFF. */
export function OnOffBadge({ value }: { value: OnOff }) {
  return (
    <StatusBadge tone={value === 'on' ? 'success' : 'neutral'}>{onOffWords[value]}</StatusBadge>
  );
}
