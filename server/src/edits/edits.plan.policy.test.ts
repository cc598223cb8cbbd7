import { forEachAppField } from '@adwarden/contract/apps';
import {
  type RequestedField,
  requestedChanges,
} from '@adwarden/contract/change-requests/change-requests';
import { expect, it, test } from 'vitest';
import type { Actor } from '../http/actor.ts';
import type { WholeApp } from './apps.store.ts';
import { nobody } from './apps.table.ts';
import { type EditFacts, planEdit } from './edits.plan.policy.ts';
import type { Edit, Values } from './edits.table.ts';

const root: Actor = { kind: 'admin', id: 'a1', fullName: 'Root', login: 'r@x.io', address: '' };
const ada: Actor = { kind: 'user', id: 'u1', fullName: 'Ada', login: 'ada', address: '' };
const owners = {
  '': nobody,
  ada: { ownerId: 'u1', userID: 'ada', fullName: 'Ada' },
  eve: { ownerId: 'u2', userID: 'eve', fullName: 'Eve' },
};

const facts: EditFacts = {
  owner: (login) => owners[login as keyof typeof owners],
  self: owners.ada,
  hasCategory: () => true,
  takeRoom: () => true,
  appsPerOwner: 9,
  hasIcon: () => true,
  countries: (country) => (country === '' ? null : { country, countryCodes: country }),
};

const snapshot = {
  ...forEachAppField((_, unset) => unset),
  ...owners.ada,
  appID: 'app1',
  iconHash: '',
  createdAt: 1,
  tokens: [],
};
const app = {
  snapshot,
  configuration: { country: 'IN', countryCodes: 'IN', createdAt: 1 },
  version: 1,
  countryVersion: 1,
} as unknown as WholeApp;

const planned = (actor: Actor, edit: Edit, values: Values = {}) =>
  planEdit({ edit, app: edit.kind === 'create' ? undefined : app, values, actor, at: 2 }, facts);
const change = (actor: Actor, values: Values) =>
  planned(actor, { kind: 'change', appID: 'app1', changesOf: () => values }, values);
const create = (actor: Actor, values: Values) =>
  planned(actor, { kind: 'create', appID: 'app2', values }, values);

const others: Values = {
  selectedUser: 'eve',
  country: 'FR',
  adsStatus: 'on',
  appStatus: 'live',
  ipAddress: 'on',
  visibleExtra: 'on',
};
const closedToOwners: string[] = ['selectedUser', 'ipAddress', 'country'];
const fields = Object.keys(requestedChanges.shape) as RequestedField[];

test.each(fields)('an administrator sets %s, an owner only if it is open to owners', (field) => {
  const values = { [field]: others[field] ?? 'another text' };
  for (const plan of [change, create]) {
    expect(plan(root, values).refusal).toBe(null);
    const { refusal } = plan(ada, values);
    if (!closedToOwners.includes(field)) expect(refusal).toBe(null);
    else {
      expect(refusal).toMatchObject({ code: 'invalid', field });
      expect(refusal?.message).toMatch(/ is for administrators only$/);
    }
  }
});

it('an owner may send the values that are there already', () => {
  expect(change(ada, { selectedUser: 'ada', ipAddress: 'off', country: 'IN' }).refusal).toBe(null);
  expect(create(ada, { selectedUser: 'ada', ipAddress: 'off', country: '' }).refusal).toBe(null);
  expect(change(ada, { country: '' }).refusal).toMatchObject({ field: 'country' });
  expect(create(ada, { selectedUser: '' }).refusal).toMatchObject({ field: 'selectedUser' });
});

it('an owner’s new app is the owner’s own, an administrator’s is nobody’s', () => {
  const ownerOf = (one: ReturnType<typeof create>) =>
    one.refusal === null && one.write.after?.ownerId;
  expect(ownerOf(create(ada, {}))).toBe('u1');
  expect(ownerOf(create(root, {}))).toBe(null);
  expect(ownerOf(create(root, { selectedUser: 'eve' }))).toBe('u2');
});

it('an owner deletes nothing', () => {
  const edit = { kind: 'delete', appID: 'app1' } as const;
  expect(planned(root, edit).refusal).toBe(null);
  expect(planned(ada, edit).refusal?.message).toMatch(/administrators only/);
});
