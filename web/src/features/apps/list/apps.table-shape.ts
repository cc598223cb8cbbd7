import { appStatuses, onOff } from '@adwarden/contract/apps';
import { appStatusWords, onOffWords } from '@adwarden/contract/state-words';
import type { Role } from '../../../lib/role.ts';
import { appRuleOptions } from '../../../lib/words/finding-words.ts';
import { may } from '../../../people/may.ts';
import type { TableFilter, TableShape } from '../../../ui/data-table/table-state.ts';

const text = (name: string, label: string): TableFilter => ({ kind: 'text', name, label });
const switched = (name: string, label: string): TableFilter => ({
  kind: 'select',
  name,
  label,
  options: onOff.map((value) => ({ value, label: onOffWords[value] })),
});

/** The server does not sort by these. */
const noSort = ['userID', 'account', 'finding', 'paused', 'scheduled', 'traffic', 'pasted'];

/** Only an administrator's list has these. */
const adminOnly = ['fullName', 'userID', 'ipAddress'];

function shapeOf(role: Role): TableShape {
  const seesAll = may(role, 'see-all');
  const seesSecrets = may(role, 'see-secrets');
  const mine = (name: string) =>
    (seesAll || !adminOnly.includes(name)) && (seesSecrets || name !== 'authToken');
  const filters: TableFilter[] = [
    text('appID', 'App ID'),
    text('authToken', seesAll ? 'Auth Token' : 'Token'),
    { kind: 'dates', name: 'createdAt', label: 'Date', from: 'createdFrom', to: 'createdTo' },
    text('appName', 'App Name'),
    text('fullName', 'User'),
    // The link 'NO. of App' of the user list sets it.
    {
      kind: 'values',
      name: 'userID',
      label: 'Owner',
      column: 'fullName',
      named: true,
      others: {
        name: 'owner',
        options: [
          { value: 'any', label: 'With owner' },
          { value: 'none', label: 'Without owner' },
        ],
      },
    },
    text('accountName', seesAll ? 'Account Name' : 'Account'),
    { kind: 'values', name: 'account', label: 'Account', column: 'accountName' },
    switched('adsStatus', 'Ads'),
    switched('ipAddress', 'IP'),
    {
      kind: 'select',
      name: 'appStatus',
      label: seesAll ? 'Status' : 'App Status',
      options: appStatuses.map((value) => ({ value, label: appStatusWords[value].other })),
    },
    text('packageName', 'Package Name'),
    text('category', 'Category'),
    {
      kind: 'numbers',
      name: 'requests7d',
      label: 'Requests (7 days)',
      from: 'requestsFrom',
      to: 'requestsTo',
    },
    {
      kind: 'dates',
      name: 'updatedAt',
      label: 'Last changed',
      from: 'updatedFrom',
      to: 'updatedTo',
    },
    // These have no column.
    {
      kind: 'select',
      name: 'finding',
      label: 'Finding',
      options: [{ value: 'any', label: 'Any' }, ...appRuleOptions],
    },
    {
      kind: 'select',
      name: 'paused',
      label: 'Pause',
      options: [
        { value: 'yes', label: 'Paused' },
        { value: 'no', label: 'Not paused' },
      ],
    },
    {
      kind: 'select',
      name: 'scheduled',
      label: 'Change for later',
      options: [
        { value: 'yes', label: 'Scheduled' },
        { value: 'no', label: 'None' },
      ],
    },
    {
      kind: 'select',
      name: 'traffic',
      label: 'Traffic (7 days)',
      options: [
        { value: 'any', label: 'With traffic' },
        { value: 'without-ads', label: 'With traffic but no ads' },
        { value: 'none', label: 'No traffic' },
      ],
    },
    {
      kind: 'pasted',
      name: 'pasted',
      label: 'Pasted list',
      hint: 'App IDs, names, package names or ad units, a line each',
    },
  ];
  const sorts = filters.map(({ name }) => name).filter((name) => !noSort.includes(name));
  return {
    storageKey: `apps.${role}`,
    sorts: sorts.filter(mine),
    defaultSort: '-createdAt',
    filters: filters.filter(({ name }) => mine(name)),
  };
}

const shapes = new Map<string, TableShape>();

/** Returns the same shape each time; viewers have one without the token. */
function shapeFor(role: Role): TableShape {
  const key = `${role} ${may(role, 'see-secrets')}`;
  const shape = shapes.get(key) ?? shapeOf(role);
  shapes.set(key, shape);
  return shape;
}

/** The filters and sorts of the application lists (ADR 28 "Lists"), by role. */
export const appTableShapes = {
  get admin() {
    return shapeFor('admin');
  },
  get user() {
    return shapeFor('user');
  },
} as const;
