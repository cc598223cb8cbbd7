import { forEachAdUnit } from '@adwarden/contract/ad-units';
import type { AppStatus, OnOff } from '@adwarden/contract/apps';
import type { AppTextField } from './form/app-form-values.ts';

/** The names of the form's fields. */
export const appLabels: Record<AppTextField | 'icon', string> = {
  icon: 'Icon',
  appName: 'App Name',
  packageName: 'Package Name',
  accountName: 'Account Name',
  category: 'Category',
  selectedUser: 'User',
  adsStatus: 'Ads Status',
  appStatus: 'App Status',
  visibleExtra: 'Visible Extra',
  ipAddress: 'IP Address',
  note: 'Note',
  ...forEachAdUnit((_, label) => label),
};

/** As the select offers them; the badge of the list says 'Development' (ADR 31 "Titles and words"). */
export const appStatusLabels: Record<AppStatus, string> = {
  live: 'Live',
  'in-develop': 'In-Develop',
  suspend: 'Suspend',
};

export const onOffLabels: Record<OnOff, string> = { on: 'ON', off: 'OFF' };
