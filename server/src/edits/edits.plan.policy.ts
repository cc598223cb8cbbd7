import { isDeepStrictEqual } from 'node:util';
import { forEachAppField } from '@adwarden/contract/apps';
import { can } from '@adwarden/contract/people/abilities';
import {
  fieldsClosedTo,
  forAdministrators,
  toDelete,
  whyClosed,
} from '@adwarden/contract/people/app-fields';
import type { Actor } from '../http/actor.ts';
import { newAuthToken } from '../kit/ids.ts';
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

/** The facts that the rules of edits need besides the apps, read once for all edits. */
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

/** Explains why an owner gets no more apps; `has` is "You have" or "Ada has". */
export const tooManyApps = (has: string, most: number): string =>
  `${has} ${most} applications, as many as an owner may have (APPS_PER_OWNER)`;

/** Refuses one more app of an owner who has no room. The field is named to people who can choose another owner. */
export function ownerIsFull(actor: Pick<Actor, 'kind'>, name: string, most: number): Refusal {
  if (!can(actor, 'set-owner')) {
    return { code: 'conflict', message: tooManyApps('You have', most) };
  }
  return { code: 'conflict', field: 'selectedUser', message: tooManyApps(`${name} has`, most) };
}

const stale: Refusal = { code: 'stale', message: 'Somebody has changed this application since' };
const notSignedIn: Refusal = { code: 'not-signed-in', message: 'Please sign in' };
const gone: Refusal = { code: 'not-found', message: 'The application was deleted since' };
const ofSomebodyElse: Refusal = {
  code: 'not-found',
  message: 'The application belongs to somebody else now',
};

/** Returns the values that an edit sets; none when it sets no fields. */
export function wantedValues(edit: Edit, app: WholeApp | undefined): NewValues {
  if (edit.kind === 'create') return edit.values;
  return edit.kind === 'change' && app ? edit.changesOf(valuesOf(app)) : {};
}

const valuesOf = ({
  snapshot,
  configuration,
}: Pick<WholeApp, 'snapshot' | 'configuration'>): AppValues => ({
  ...snapshot,
  selectedUser: snapshot.userID,
  country: configuration?.country ?? '',
});

/** An edit of an app as it was found, with the values that it sets, its author and its time. */
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
    const owner = can(actor, 'own-apps') ? facts.self : nobody;
    if (!owner) return notSignedIn;
    const changed = changedApp({ ...newApp(appID, at), ...owner }, judged, facts);
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
      if (!can(actor, 'delete-apps')) {
        return { code: 'invalid', message: forAdministrators(toDelete) };
      }
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

/** Tells whether an edit that was judged changes anything. */
export const changesAnything = ({ before, after, countries }: AppWrite): boolean =>
  countries !== undefined || !isDeepStrictEqual(after, before);

/**
 * Returns an app and its countries after its values are set, or the reason why they cannot be set. A field that the actor may
 * not set keeps its value.
 */
function changedApp(
  before: AppSnapshot,
  judged: Judged,
  facts: EditFacts,
): (Pick<AppWrite, 'countries'> & { after: AppSnapshot }) | Refusal {
  const { edit, actor, app, values } = judged;
  const { selectedUser, country, iconHash, ...fields } = values;
  const present = valuesOf({ snapshot: before, configuration: app?.configuration ?? null });
  const closed = fieldsClosedTo(actor).find(
    (field) => values[field] !== undefined && values[field] !== present[field],
  );
  if (closed) return { code: 'invalid', field: closed, message: whyClosed(closed) };
  const { category } = fields;
  const countries = country === undefined ? undefined : facts.countries(country);
  if (typeof countries === 'string') {
    return { code: 'invalid', field: 'country', message: countries };
  }
  if (category !== undefined && category !== before.category && !facts.hasCategory(category)) {
    return unknownCategory(category);
  }
  const hasOwner = selectedUser === undefined || selectedUser === before.userID;
  const owner = hasOwner ? before : facts.owner(selectedUser);
  if (!owner) return unknownOwner(selectedUser ?? '');
  const isAdded = edit.kind === 'create' || owner.ownerId !== before.ownerId;
  if (isAdded && !facts.takeRoom(owner)) {
    return ownerIsFull(actor, owner.fullName, facts.appsPerOwner);
  }
  const { ownerId, userID, fullName } = owner;
  const after: AppSnapshot = {
    ...before,
    ...(fields as Partial<AppSnapshot>),
    // An icon is deleted when nothing has it any more.
    ...(iconHash !== undefined && { iconHash: facts.hasIcon(iconHash) ? iconHash : '' }),
    ownerId,
    userID,
    fullName,
  };
  const isSame = countries === undefined || (countries?.country ?? '') === present.country;
  return isSame ? { after } : { after, countries };
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
