import type { PersonKind } from './people.ts';

/** What a person may do, each by one name. Everybody who is signed in may edit, pause and read the apps that they see. */
export const abilities = [
  /** New apps belong to the person who adds them. */
  'own-apps',
  /** Choose whose an app is. */
  'set-owner',
  /** Set IP Address and the countries of an app. */
  'set-ip-rules',
  'delete-apps',
] as const;
export type Ability = (typeof abilities)[number];

/** Each kind of person with its abilities. */
const abilitiesOf: Record<PersonKind, readonly Ability[]> = {
  admin: ['set-owner', 'set-ip-rules', 'delete-apps'],
  user: ['own-apps'],
};

/** Somebody who did something: a person, or the program itself, which has no ability. */
type Somebody = { kind: PersonKind | 'system' };

/** Whether somebody has an ability. A kind that is not known has none. */
export const can = ({ kind }: Somebody, ability: Ability): boolean =>
  Object.hasOwn(abilitiesOf, kind) && abilitiesOf[kind as PersonKind].includes(ability);
