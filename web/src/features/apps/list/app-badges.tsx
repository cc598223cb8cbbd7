import type { AppStatus, OnOff } from '@adwarden/contract/apps';
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx';
import { onOffLabels } from '../app-labels.ts';

/** As the list's badges say it; the form's select has words of its own (ADR 31 "Titles and words"). */
export const appStatusBadges: Record<AppStatus, { tone: Tone; word: string }> = {
  live: { tone: 'success', word: 'Live' },
  'in-develop': { tone: 'warning', word: 'Development' },
  suspend: { tone: 'danger', word: 'Suspended' },
};

/** The badge of an app's status: Live, Development or Suspended (spec, section 2). */
export function AppStatusBadge({ status }: { status: AppStatus }) {
  const { tone, word } = appStatusBadges[status];
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}

/** ON or OFF. */
export function OnOffBadge({ value }: { value: OnOff }) {
  return (
    <StatusBadge tone={value === 'on' ? 'success' : 'neutral'}>{onOffLabels[value]}</StatusBadge>
  );
}
