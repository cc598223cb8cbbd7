import {
  type Access,
  type KeyScope,
  keyScopes,
  type PersonKind,
  personKinds,
  type Via,
} from './people.ts';

/** The abilities of people, each with one name. Everybody who is signed in may read the apps that they see. */
export const abilities = [
  /** See every app, person, entry, batch and request, and what concerns the installation. */
  'see-all',
  /** Change what they see: edit and pause apps, and all calls that write something but the own password and views. */
  'write',
  /** See the passwords, keys and webhook addresses of what they see. */
  'see-secrets',
  /** See the whole tokens of the apps that they see. */
  'see-tokens',
  /** New apps belong to the person who adds them. */
  'own-apps',
  /** Choose the owner of an app. */
  'set-owner',
  /** Set IP Address and the countries of an app. */
  'set-ip-rules',
  'delete-apps',
  /** Pause every app, account and owner, and end every pause. People who are told of alarms are told of such a pause. */
  'pause-all',
  /** Approve, reject and apply what others want to change. Own changes need no approval. */
  'decide-changes',
  /** Take back anybody's changes. */
  'undo-all',
  /** Add, change, disable and remove administrators. */
  'manage-admins',
  /** See the API keys of everybody, end them, and turn them on again after a restore. */
  'manage-keys',
  /** See where everybody is signed in, and end their sessions. */
  'manage-sessions',
  /** Share saved views, and use those that are shared. */
  'share-views',
  /** Go on where owners together have used up the room of a process; pause ads whatever else was written. */
  'exceed-shared-limits',
] as const;
export type Ability = (typeof abilities)[number];

/** Each kind of person with its abilities, and viewers: administrators who only read (ADR 123). */
const abilitiesOf: Record<PersonKind | 'viewer', readonly Ability[]> = {
  admin: [
    'see-all',
    'write',
    'see-secrets',
    'see-tokens',
    'set-owner',
    'set-ip-rules',
    'delete-apps',
    'pause-all',
    'decide-changes',
    'undo-all',
    'manage-admins',
    'manage-keys',
    'manage-sessions',
    'share-views',
    'exceed-shared-limits',
  ],
  viewer: ['see-all'],
  user: ['write', 'see-secrets', 'see-tokens', 'own-apps'],
};

/** Tells whether somebody is a viewer: an administrator who only reads. */
export const isViewer = ({ kind, access }: { kind: string; access?: Access }): boolean =>
  kind === 'admin' && access === 'view';

const isKind = (kind: string): kind is PersonKind =>
  (personKinds as readonly string[]).includes(kind);

/** The abilities that an API key has only with a scope; null: no key has them. All others it has as its person has them. */
const scopeOfAbility: Partial<Record<Ability, KeyScope | null>> = {
  'see-secrets': null,
  'see-tokens': 'apps',
  'manage-admins': null,
  'manage-keys': null,
  'manage-sessions': null,
};

type Who = { kind: string; access?: Access; via?: Via; scopes?: readonly KeyScope[] };

/** Tells whether the key with which somebody calls takes an ability away; without a key nothing does. */
function isTakenByKey({ via, scopes = [] }: Who, ability: Ability): boolean {
  const scope = scopeOfAbility[ability];
  return via !== undefined && scope !== undefined && (scope === null || !scopes.includes(scope));
}

/**
 * Tells whether somebody has an ability. The program itself (`system`) and a kind that is not known have none. Somebody who calls
 * with an API key has no more than with a session (ADR 129).
 */
export const can = (who: Who, ability: Ability): boolean =>
  isKind(who.kind) &&
  abilitiesOf[isViewer(who) ? 'viewer' : who.kind].includes(ability) &&
  !isTakenByKey(who, ability);

/** Returns the scopes that a key of somebody may have: a viewer's only reads, and owners write no owners. */
export const scopesOpenTo = (who: { kind: PersonKind; access?: Access }): KeyScope[] => {
  if (!can(who, 'write')) return ['read'];
  return can(who, 'see-all') ? [...keyScopes] : keyScopes.filter((scope) => scope !== 'users');
};
