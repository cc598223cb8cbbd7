import { type Access, type PersonKind, personKinds } from './people.ts';

/** The abilities of people, each with one name. Everybody who is signed in may read the apps that they see. */
export const abilities = [
  /** See every app, person, entry, batch and request, and what concerns the installation. */
  'see-all',
  /** Change what they see: edit and pause apps, and all calls that write something but the own password and views. */
  'write',
  /** See the passwords, keys, webhook addresses and whole tokens of what they see. */
  'see-secrets',
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
    'set-owner',
    'set-ip-rules',
    'delete-apps',
    'pause-all',
    'decide-changes',
    'undo-all',
    'manage-admins',
    'share-views',
    'exceed-shared-limits',
  ],
  viewer: ['see-all'],
  user: ['write', 'see-secrets', 'own-apps'],
};

/** Tells whether somebody is a viewer: an administrator who only reads. */
export const isViewer = ({ kind, access }: { kind: string; access?: Access }): boolean =>
  kind === 'admin' && access === 'view';

const isKind = (kind: string): kind is PersonKind =>
  (personKinds as readonly string[]).includes(kind);

/** Tells whether somebody has an ability. The program itself (`system`) and a kind that is not known have none. */
export const can = (who: { kind: string; access?: Access }, ability: Ability): boolean =>
  isKind(who.kind) && abilitiesOf[isViewer(who) ? 'viewer' : who.kind].includes(ability);
