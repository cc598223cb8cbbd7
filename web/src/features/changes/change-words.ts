import { unsetChoices } from '@adwarden/contract/apps';
import type { ChangeRequestState } from '@adwarden/contract/change-requests/change-requests';
import {
  type ActorKind,
  type Change,
  type ChangeAction,
  type ChangeEntity,
  fieldName,
} from '@adwarden/contract/changes/changes';
import { fieldNames } from '@adwarden/contract/field-names';
import type { FindingRule } from '@adwarden/contract/findings/rules';
import { findingTexts } from '@adwarden/contract/findings/texts';
import { formatDateTime } from '../../lib/dates.ts';
import { apiMethodWords, appStatusWords, pauseScopeWords } from '../../lib/words.ts';
import type { FieldDifference } from '../../ui/text/differences.tsx';
import { stateWords } from './requests/request-words.ts';

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
  batch: 'Batch',
  account: 'Account',
};

/** What happened, as a past participle. */
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
};

/** Who does things. */
export const actorNames: Record<ActorKind, string> = {
  admin: 'Administrator',
  user: 'User',
  system: 'System',
};

const order = Object.keys(fieldNames);

/** A field's place among the others; those without a name come last. */
const placeOf = (field: string) => (order.indexOf(field) + order.length + 1) % (order.length + 1);

/** Internal ids, and fields whose content another field shows better. */
const unshown = new Set(['id', 'ownerId', 'countryCodes']);
/** Fields that only one kind of entry hides. The value of a pause is an id, and its label already has the name. */
const unshownIn: Partial<Record<ChangeEntity, string>> = { pause: 'value' };

/** The secrets that administrators can read. */
const secretNames: Record<string, string> = {
  passwords: 'Passwords of users',
  keys: 'Keys of outside services',
};

/** What a thing is called: its name, a setting's words, or its id. */
export function thingName({ entity, key, name }: Pick<Change, 'entity' | 'key' | 'name'>): string {
  if (entity === 'secret') return secretNames[key] ?? key;
  return entity === 'global-config' ? fieldName(entity, key) : name || key;
}

/** The ID of the app that an entry is about, and that there may still be; null for other entries. */
export const appOf = ({ entity, key, action }: Pick<Change, 'entity' | 'key' | 'action'>) =>
  (entity === 'app' && action !== 'delete') || entity === 'app-configuration' ? key : null;

const values: Record<string, string> = {
  on: 'On',
  off: 'Off',
  live: appStatusWords.live.other,
  'in-develop': appStatusWords['in-develop'].other,
  suspend: appStatusWords.suspend.other,
  set: 'Set',
  ...apiMethodWords,
  ...pauseScopeWords,
};
const settings = ['apiMethod', 'ipInfoToken', 'vpnApiKey'];
const worded = new Set([...Object.keys(unsetChoices), ...settings, 'scope']);
/** Fields whose texts are times of the wire. */
const times = new Set(['until', 'endedAt']);

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  const { token, until, country } = value as Record<string, unknown>;
  if (typeof token === 'string') {
    return typeof until === 'string' ? `${token} (until ${formatDateTime(until)})` : token;
  }
  return typeof country === 'string' ? country : JSON.stringify(value);
}

/** A value in words; '' when there is none. */
export function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (field === 'changes' && typeof value === 'object') {
    return Object.entries(value)
      .map(([name, wanted]) => `${fieldName('app', name)}: ${valueText(name, wanted)}`)
      .join(', ');
  }
  if ((field === 'createdAt' || field === 'at') && typeof value === 'number') {
    return formatDateTime(new Date(value).toISOString());
  }
  const text = textOf(value);
  if (field === 'rule') return findingTexts[text as FindingRule]?.title ?? text;
  if (field === 'field') return fieldName('app', text);
  if (field === 'state') return stateWords[text as ChangeRequestState]?.name ?? text;
  if (times.has(field)) return formatDateTime(text) || text;
  return worded.has(field) ? (values[text] ?? text) : text;
}

/**
 * An entry's difference in words, without internal fields and without those that look the same before and after. The
 * owner of an app is shown by name and not by login id, unless only the login id changed.
 */
export function shownDifference({
  entity,
  diff,
}: Pick<Change, 'entity' | 'diff'>): FieldDifference[] {
  const isNamed = entity === 'app' && diff.some(({ field }) => field === 'fullName');
  return diff
    .filter(({ field }) => !unshown.has(field) && field !== unshownIn[entity])
    .filter(({ field }) => !(isNamed && field === 'userID'))
    .map(({ field, before, after }) => ({
      field,
      name: fieldName(entity, field),
      before: valueText(field, before),
      after: valueText(field, after),
    }))
    .filter(({ before, after }) => before !== after)
    .sort((a, b) => placeOf(a.field) - placeOf(b.field));
}
