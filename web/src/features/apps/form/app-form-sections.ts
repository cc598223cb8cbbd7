import { adUnitSlots } from '@adwarden/contract/ad-units';

/** The sections of the form in their order, with the fields of each. */
export const appFormSections = [
  {
    id: 'app-form-app',
    title: 'App',
    fields: ['icon', 'appName', 'packageName', 'accountName', 'category', 'selectedUser'],
  },
  {
    id: 'app-form-delivery',
    title: 'Delivery',
    fields: ['adsStatus', 'appStatus', 'visibleExtra', 'ipAddress'],
  },
  { id: 'app-form-units', title: 'Ad units', fields: adUnitSlots.map(({ name }) => name) },
  { id: 'app-form-note', title: 'Note', fields: ['note'] },
] as const;
