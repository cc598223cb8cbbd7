import { type Change, type ChangeAction, type ChangeEntity, fieldName } from './changes.ts';

/* The words for an entry of the log: in the web app, and in messages to the world outside. */

/** The names of the kinds of things in the log. */
export const entityNames: Record<ChangeEntity, string> = {
  app: 'Application',
  'app-configuration': 'App configuration',
  user: 'User',
  category: 'Category',
  'global-config': 'Global setting',
  secret: 'Secrets',
  admin: 'Administrator',
  finding: 'Finding',
  pause: 'Pause',
  'change-request': 'Change request',
  batch: 'Bulk change',
  account: 'Account',
  webhook: 'Webhook',
  'api-key': 'API key',
  session: 'Session',
  factor: 'Second factor',
  'single-sign-on': 'Single sign-on',
};

/** The actions as past participles. */
export const actionNames: Record<ChangeAction, string> = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
  'rotate-token': 'New token',
  'revoke-tokens': 'Old tokens revoked',
  'change-password': 'New password',
  restore: 'Restored',
  read: 'Read',
  undo: 'Undone',
  mute: 'Muted',
  unmute: 'Opened again',
  end: 'Ended',
  'invite.make': 'Invited',
  'invite.accept': 'Invitation accepted',
  role: 'New role',
  enable: 'Enabled',
  disable: 'Disabled',
  'key.make': 'Made',
  'key.end': 'Ended',
  'session.end': 'Ended',
  'session.country': 'From a new country',
  'factor.add': 'Added',
  'factor.remove': 'Removed',
  'factor.wrong': 'Right password, wrong code',
  'passkey.copied': 'Perhaps copied',
  'recovery.make': 'New recovery codes',
  'recovery.use': 'Recovery code used',
  'oidc.bind': 'Linked',
  'oidc.unbind': 'Unlinked',
};

/** Internal ids, and fields whose content another field shows better. */
const unshown: ReadonlySet<string> = new Set(['id', 'ownerId', 'countryCodes']);
/** Fields that only one kind of entry hides. Those of a pause are ids, and others have the names. */
const unshownIn: Partial<Record<ChangeEntity, readonly string[]>> = {
  pause: ['value', 'appIDs'],
  factor: ['personKind', 'personId'],
  'single-sign-on': ['personKind', 'personId'],
};

/** Tells whether people are shown this field of an entry. */
export const isShown = (entity: ChangeEntity, field: string): boolean =>
  !unshown.has(field) && !unshownIn[entity]?.includes(field);

/** Names the secrets that administrators can read; entries of older releases do not say whose passwords. */
function secretName(key: string, whose: string): string {
  if (key === 'keys') return 'Keys of outside services';
  return whose === key ? 'Passwords of users' : `Passwords of users: ${whose}`;
}

/** Names a thing: by its name, a setting's words, or its id. */
export function thingName({ entity, key, name }: Pick<Change, 'entity' | 'key' | 'name'>): string {
  if (entity === 'secret') return secretName(key, name);
  return entity === 'global-config' ? fieldName(entity, key) : name || key;
}
