import { isDeepStrictEqual } from 'node:util';
import { forEachAppField } from '@adwarden/contract/apps';
import type { Actor } from '../http/actor.ts';
import { newAuthToken } from '../kit/ids.ts';
import { tooManyApps } from '../quotas/quotas.ts';
import { seesApp } from '../sight/apps.policy.ts';
import type { WholeApp } from './apps.store.ts';
import { type AppOwner, type AppSnapshot, nobody } from './apps.table.ts';
import type {
  AppValues,
  AppWrite,
  Countries,
  Edit,
  NewValues,
  PlannedEdit,
  Refusal,
} from './edits.table.ts';

/** What the rules of edits must know besides the apps, read once for all of them. */
export type EditFacts = {
  /** The owner with a login id, nobody for ''; undefined when there is none. */
  owner(login: string): AppOwner | undefined;
  /** The app owner who creates apps; undefined when there is none, also when the account was deleted. */
  self: AppOwner | undefined;
  hasCategory(name: string): boolean;
  /** Takes room for one more app of an owner; false when the owner has as many as allowed. */
  takeRoom(owner: AppOwner): boolean;
  appsPerOwner: number;
  hasIcon(hash: string): boolean;
  /** The countries of a text, null for ''; the message when an entry is no country. */
  countries(text: string): Countries | null | string;
};

export const unknownCategory = (name: string): Refusal => ({
  code: 'invalid',
  field: 'category',
  message: `Unknown category: ${name}`,
});

export const unknownOwner = (login: string): Refusal => ({
  code: 'invalid',
  field: 'selectedUser',
  message: `Unknown owner: ${login}`,
});

/** An owner has no room for one more app. The field is named to administrators, who can choose another owner. */
export function ownerIsFull({ kind }: Pick<Actor, 'kind'>, name: string, most: number): Refusal {
  if (kind === 'user') return { code: 'conflict', message: tooManyApps('You have', most) };
  return { code: 'conflict', field: 'selectedUser', message: tooManyApps(`${name} has`, most) };
}

const stale: Refusal = { code: 'stale', message: 'Somebody has changed this application since' };
const gone: Refusal = { code: 'not-found', message: 'The application was deleted since' };
const ofSomebodyElse: Refusal = {
  code: 'not-found',
  message: 'The application belongs to somebody else now',
};

/** The values that an edit sets; none when it sets no fields. */
export function wantedValues(edit: Edit, app: WholeApp | undefined, actor: Actor): NewValues {
  if (edit.kind === 'create') {
    return { ...edit.values, ...(actor.kind === 'user' && { ipAddress: 'off' }) };
  }
  return edit.kind === 'change' && app ? edit.changesOf(valuesOf(app)) : {};
}

const valuesOf = ({ snapshot, configuration }: WholeApp): AppValues => ({
  ...snapshot,
  selectedUser: snapshot.userID,
  country: configuration?.country ?? '',
});

/** An edit of an app as it was found, with the values that it sets, and who makes it when. */
export type Judged = {
  edit: Edit;
  app: WholeApp | undefined;
  values: NewValues;
  actor: Actor;
  at: number;
};

/** Judges one edit by the rules of all edits (spec, sections 5 and 7; ADR 28 "Writes"). */
export function planEdit(judged: Judged, facts: EditFacts): PlannedEdit {
  const { app, edit } = judged;
  const written = writeOf(judged, facts);
  if ('code' in written) return { appID: edit.appID, app, refusal: written };
  return { appID: edit.appID, app, refusal: null, write: written };
}

function writeOf(judged: Judged, facts: EditFacts): AppWrite | Refusal {
  const { edit, app, actor, at } = judged;
  const { appID } = edit;
  if (edit.kind === 'create') {
    const changed = changedApp(newApp(appID, at), judged, facts);
    if ('code' in changed) return changed;
    return { appID, action: 'create', before: null, configuration: null, ...changed };
  }
  if (!app) return gone;
  if (!seesApp(actor, app.snapshot)) return ofSomebodyElse;
  if (edit.version !== undefined && edit.version !== app.version) return stale;
  const { snapshot: before, configuration } = app;
  const isOlder = edit.countryVersion !== undefined && edit.countryVersion !== app.countryVersion;
  switch (edit.kind) {
    case 'delete':
      if (isOlder) return stale;
      return { appID, action: 'delete', before, after: null, configuration };
    case 'tokens': {
      const after = { ...before, tokens: edit.tokensOf(before.tokens, at) };
      return { appID, action: edit.action, before, after, configuration };
    }
    case 'change': {
      if (isOlder && judged.values.country !== undefined) return stale;
      const changed = changedApp(before, judged, facts);
      if ('code' in changed) return changed;
      const action = edit.isUndo ? 'undo' : 'update';
      return { appID, action, before, configuration, ...changed };
    }
  }
}

/** Whether an edit that was judged changes anything. */
export const changesAnything = ({ before, after, countries }: AppWrite): boolean =>
  countries !== undefined || !isDeepStrictEqual(after, before);

/** An app and its countries after its values are set, or why they cannot be. */
function changedApp(
  before: AppSnapshot,
  judged: Judged,
  facts: EditFacts,
): (Pick<AppWrite, 'countries'> & { after: AppSnapshot }) | Refusal {
  const { selectedUser: _, country, iconHash, ...fields } = judged.values;
  const { category } = fields;
  const countries = country === undefined ? undefined : facts.countries(country);
  if (typeof countries === 'string') {
    return { code: 'invalid', field: 'country', message: countries };
  }
  if (category !== undefined && category !== before.category && !facts.hasCategory(category)) {
    return unknownCategory(category);
  }
  const owner = ownerAfter(before, judged, facts);
  if ('code' in owner) return owner;
  if (owner.ownerId !== before.ownerId && !facts.takeRoom(owner)) {
    return ownerIsFull(judged.actor, owner.fullName, facts.appsPerOwner);
  }
  const { ownerId, userID, fullName } = owner;
  const after: AppSnapshot = {
    ...before,
    ...(fields as Partial<AppSnapshot>),
    // An icon is deleted when nothing has it any more.
    ...(iconHash !== undefined && { iconHash: facts.hasIcon(iconHash) ? iconHash : '' }),
    ...{ ownerId, userID, fullName },
  };
  const present = judged.app?.configuration?.country ?? '';
  const isSame = countries === undefined || (countries?.country ?? '') === present;
  return isSame ? { after } : { after, countries };
}

/** The owner of an app after an edit. A new app of an app owner is the owner's own. */
function ownerAfter(
  before: AppOwner,
  { edit, values: { selectedUser }, actor }: Judged,
  facts: EditFacts,
): AppOwner | Refusal {
  if (edit.kind === 'create' && actor.kind === 'user') {
    return facts.self ?? { code: 'not-signed-in', message: 'Please sign in' };
  }
  if (selectedUser === undefined || selectedUser === before.userID) return before;
  return facts.owner(selectedUser) ?? unknownOwner(selectedUser);
}

function newApp(appID: string, createdAt: number): AppSnapshot {
  return {
    ...forEachAppField((_, unset) => unset),
    ...nobody,
    appID,
    iconHash: '',
    createdAt,
    tokens: [{ token: newAuthToken(), since: createdAt, until: null }],
  };
}
