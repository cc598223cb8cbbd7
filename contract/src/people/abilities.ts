import type { PersonKind } from './people.ts';

/** What a person may do, each by one name. Everybody who is signed in may read, edit and pause the apps that they see. */
export const abilities = [
  /** See every app, person, entry, batch and request, and what concerns the installation. */
  'see-all',
  /** New apps belong to the person who adds them. */
  'own-apps',
  /** Choose whose an app is. */
  'set-owner',
  /** Set IP Address and the countries of an app. */
  'set-ip-rules',
  'delete-apps',
  /** Pause every app, account and owner, and end every pause. Who is told of alarms is told of such a pause. */
  'pause-all',
  /** Approve, reject and apply what others want to change. Own changes need no approval. */
  'decide-changes',
  /** Take back what anybody has changed. */
  'undo-all',
  /** Share saved views, and use those that are shared. */
  'share-views',
  /** Go on where owners together have used up what a process has room for; pause ads whatever else was written. */
  'exceed-shared-limits',
] as const;
export type Ability = (typeof abilities)[number];

/** Each kind of person with its abilities. */
const abilitiesOf: Record<PersonKind, readonly Ability[]> = {
  admin: [
    'see-all',
    'set-owner',
    'set-ip-rules',
    'delete-apps',
    'pause-all',
    'decide-changes',
    'undo-all',
    'share-views',
    'exceed-shared-limits',
  ],
  user: ['own-apps'],
};

/** Whether somebody has an ability. The program itself (`system`) and a kind that is not known have none. */
export const can = ({ kind }: { kind: string }, ability: Ability): boolean =>
  Object.hasOwn(abilitiesOf, kind) && abilitiesOf[kind as PersonKind].includes(ability);
