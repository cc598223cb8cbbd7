import { adUnitSlots } from './ad-units.ts';
import type { ChangeEntity } from './changes.ts';

/** The labels of the log's fields on the screens, in the order in which an entry shows them. */
export const fieldNames: Record<string, string> = {
  appID: 'App ID',
  iconHash: 'Icon',
  appName: 'App Name',
  packageName: 'Package Name',
  accountName: 'Account Name',
  category: 'Category',
  categoryName: 'Category',
  categoryNames: 'Categories',
  adsStatus: 'Ads Status',
  appStatus: 'App Status',
  visibleExtra: 'Visible Extra',
  ipAddress: 'IP Address',
  ...Object.fromEntries(adUnitSlots.map(({ name, label }) => [name, label])),
  note: 'Note',
  tokens: 'Auth Token',
  configuration: 'Country',
  country: 'Country',
  fullName: 'Full Name',
  email: 'Email',
  userID: 'User Id',
  position: 'Position',
  appIDs: 'Applications',
  createdAt: 'Created',
  apiMethod: 'API method',
  ipInfoToken: 'IP-information token',
  vpnApiKey: 'VPN API key',
};

/** The label of a field. For an app, `fullName` is the owner's name. */
export function fieldName(entity: ChangeEntity, field: string): string {
  if (entity === 'app' && field === 'fullName') return 'User';
  return fieldNames[field] ?? field;
}
