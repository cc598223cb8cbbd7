import type { AppStatus, OnOff } from '@adwarden/contract/apps';

/** As the select offers them; the badge of the list says 'Development' (ADR 31 "Titles and words"). */
export const appStatusLabels: Record<AppStatus, string> = {
  live: 'Live',
  'in-develop': 'In-Develop',
  suspend: 'Suspend',
};

export const onOffLabels: Record<OnOff, string> = { on: 'ON', off: 'OFF' };
