import type { UserColumn } from '@adwarden/contract/users';
import type { TableShape } from '../../ui/data-table/table-state.ts';

const sorts: readonly UserColumn[] = [
  'fullName',
  'position',
  'userID',
  'email',
  'noOfApps',
  'createdAt',
];

/** The filters and sorts of the user list (ADR 28 "Lists"). */
export const userTableShape: TableShape = {
  storageKey: 'users',
  sorts,
  defaultSort: '-createdAt',
  filters: [
    { kind: 'text', name: 'fullName', label: 'Full Name' },
    { kind: 'text', name: 'position', label: 'Position' },
    { kind: 'text', name: 'userID', label: 'User Id' },
    { kind: 'text', name: 'email', label: 'Email' },
    {
      kind: 'numbers',
      name: 'noOfApps',
      label: 'NO. of App',
      from: 'noOfAppsFrom',
      to: 'noOfAppsTo',
    },
    // It has no column; links to one user set it.
    { kind: 'text', name: 'exact', label: 'Name or User Id', whole: true },
    { kind: 'dates', name: 'createdAt', label: 'Date', from: 'createdFrom', to: 'createdTo' },
  ],
};
