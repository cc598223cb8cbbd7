import type { TableShape } from '../../ui/data-table/table-state.ts';

/** The filters and sorts of the configured apps (ADR 28 "Lists"). */
export const configurationTableShape: TableShape = {
  storageKey: 'app-configurations',
  sorts: ['appID', 'createdAt', 'appName', 'accountName', 'packageName', 'country'],
  defaultSort: '-createdAt',
  filters: [
    { kind: 'text', name: 'appID', label: 'App ID' },
    { kind: 'dates', name: 'createdAt', label: 'Date', from: 'createdFrom', to: 'createdTo' },
    { kind: 'text', name: 'appName', label: 'App Name' },
    { kind: 'text', name: 'accountName', label: 'Account' },
    { kind: 'text', name: 'packageName', label: 'Package Name' },
    { kind: 'text', name: 'country', label: 'Country' },
  ],
};
