import type { ChangeRequestState } from '@adwarden/contract/change-requests/change-requests';
import { counted } from '@adwarden/contract/counted';
import { nameOfCode } from '@adwarden/contract/country-rule';
import type { BellItem, BellKind } from '@adwarden/contract/notifications/bell';
import { causePaths } from '@adwarden/contract/notifications/causes';
import { can } from '@adwarden/contract/people/abilities';
import type { AdminRole, PersonKind } from '@adwarden/contract/people/people';
import { adminRoleWords } from '@adwarden/contract/state-words';
import type { ChangeRequestTable, PauseTable } from '../../../db/schema.safety.ts';
import { isoTime } from '../../../kit/clock.ts';
import { pauseLabel } from '../../../sight/pauses.policy.ts';
import { textOfKeyEnd } from '../../events/events.text.present.ts';
import type { BellFacts, StoredItem } from './bell.table.ts';

/** The text of an item, and the page that it leads to. */
export type Said = Pick<BellItem, 'text' | 'path'>;
type Reader = PersonKind;
type Request = Pick<ChangeRequestTable, 'appID' | 'appName' | 'state' | 'authorName'>;

/** Presents an item for the answer. */
export const item = ({ id, kind, at, readAt }: StoredItem, { text, path }: Said): BellItem => ({
  id: String(id),
  kind,
  at: isoTime(at),
  isRead: readAt !== null,
  text,
  path,
});

export const approval = ({ authorName, appID, appName, state }: Request): Said => ({
  text: `${authorName} asks to change ${appName}`,
  path: causePaths.changeRequests('admin', state, appID),
});

const outcomes: Partial<Record<ChangeRequestState, string>> = {
  applied: 'was approved and applied',
  scheduled: 'was approved, and is scheduled',
  rejected: 'was rejected',
  conflict: 'is in conflict: somebody has changed the same since',
  failed: 'has failed',
  missed: 'was missed: nothing was applied at its time',
};

export function decision(
  reader: Reader,
  { appID, appName, state }: Request,
  facts: BellFacts,
): Said | undefined {
  const outcome = outcomes[facts.state as ChangeRequestState];
  if (!outcome) return undefined;
  const path = causePaths.changeRequests(reader, state, appID);
  return { text: `Your change of ${appName} ${outcome}`, path };
}

export function batch(
  reader: Reader,
  { key, facts: { title, state, changed = 0, failed = 0 } }: StoredItem,
): Said {
  const end = state === 'cancelled' ? 'was cancelled' : 'is done';
  const wrong = failed > 0 ? `, ${failed.toLocaleString('en')} failed` : '';
  const text = `Your bulk change “${title}” ${end}: ${changed.toLocaleString('en')} changed${wrong}`;
  return { text, path: causePaths.batch(reader, key) };
}

export const newKey = (reader: Reader, { facts: { name } }: StoredItem): Said => ({
  text: `You have a new API key “${name}”`,
  path: causePaths.apiKeys(reader),
});

const factorTexts: Partial<Record<BellKind, (name: string) => string>> = {
  'factor-added': (name) => `A second factor was added to your account: ${name}`,
  'factor-removed': (name) => `A second factor was removed from your account: ${name}`,
  'recovery-used': () => 'Somebody signed in to your account with a recovery code',
  'sign-on-linked': (name) =>
    `Your account was linked to ${name}: whoever signs in there is signed in here`,
  'sign-on-unlinked': (name) => `Your account is no longer linked to ${name}`,
  'password-known': () =>
    'Somebody knows your password, and entered a wrong code. If it was not you, change the password',
  'passkey-copied': (name) =>
    `Somebody may have a copy of your passkey “${name}”, and was refused. Remove it, and add a new one`,
};

/** Says an event about the second factors or the single sign-on of the reader. */
export const factor = (reader: Reader, { kind, facts: { name = '' } }: StoredItem): Said => ({
  text: factorTexts[kind]?.(name) ?? '',
  path: causePaths.security(reader),
});

const adminTexts: Partial<Record<BellKind, string>> = {
  'admin-disabled': 'was disabled',
  'admin-enabled': 'was enabled again',
};

/** Says that another administrator was disabled or enabled. */
export const otherAdmin = ({ kind, facts: { name = '' } }: StoredItem): Said => ({
  text: `The administrator ${name} ${adminTexts[kind] ?? ''}`,
  path: causePaths.administrators,
});

export const newPassword = (reader: Reader): Said => ({
  text: 'Your password was changed. If it was not you, ask an administrator for help at once',
  path: causePaths.security(reader),
});

export const newRole = (reader: Reader, { facts: { name = '' } }: StoredItem): Said => ({
  text: `Your role is ${adminRoleWords[name as AdminRole] ?? name} now`,
  path: causePaths.security(reader),
});

export const endingKey = (
  reader: Reader,
  { facts: { name = '', days = 0 } }: StoredItem,
): Said => ({
  text: textOfKeyEnd({ name, days }),
  path: causePaths.apiKeys(reader),
});

export const newCountry = (reader: Reader, { facts: { name = '' } }: StoredItem): Said => ({
  text: `Somebody has signed in to your account from ${nameOfCode(name)}, for the first time`,
  path: causePaths.sessions(reader),
});

/** Describes the errors of an app; `appID` is '' for the installation. */
export function errors(
  reader: Reader,
  { appID, appName, errors: count }: { appID: string; appName: string | null; errors: number },
): Said {
  const place = appID === '' ? 'the installation' : (appName ?? appID);
  const number = count === 1 ? 'An error' : counted(count, 'error');
  return { text: `${number} in ${place}`, path: causePaths.findings(reader, appID, 'error') };
}

type Pause = Pick<PauseTable, 'scope' | 'value' | 'endedAt'> & {
  appName: string | null;
  fullName: string | null;
  /** The reader's name for it, by own apps. */
  ownWords: string | undefined;
};

export function pause(reader: Reader, isOver: boolean, { endedAt, ...about }: Pause): Said {
  const path = causePaths.pauses(reader, endedAt === null ? 'active' : 'ended');
  return { text: `Ads ${isOver ? 'resumed' : 'paused'}: ${labelOf(reader, about)}`, path };
}

function labelOf(
  reader: Reader,
  { scope, value, appName, fullName, ownWords }: Omit<Pause, 'endedAt'>,
) {
  if (scope === 'all') return 'all applications';
  if (scope === 'owner' && can({ kind: reader }, 'own-apps')) return 'all your applications';
  return ownWords ?? pauseLabel({ scope, value, appName, fullName });
}
