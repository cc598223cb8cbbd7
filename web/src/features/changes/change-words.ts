import { unsetChoices } from '@adwarden/contract/apps';
import type { ChangeRequestState } from '@adwarden/contract/change-requests/change-requests';
import { type ActorKind, type Change, fieldName } from '@adwarden/contract/changes/changes';
import { isShown } from '@adwarden/contract/changes/words';
import { countriesInWords } from '@adwarden/contract/country-rule';
import { fieldNames } from '@adwarden/contract/field-names';
import type { FindingRule } from '@adwarden/contract/findings/rules';
import { findingTexts } from '@adwarden/contract/findings/texts';
import { appStatusWords, changeRequestWords, onOffWords } from '@adwarden/contract/state-words';
import { formatDateTime } from '../../lib/dates.ts';
import { apiMethodWords, pauseScopeWords } from '../../lib/words/words.ts';
import type { FieldDifference } from '../../ui/text/differences.tsx';

/** The names of the kinds of actors. */
export const actorNames: Record<ActorKind, string> = {
  admin: 'Administrator',
  user: 'User',
  system: 'System',
};

/** Names who made an entry, and with which API key: 'Ada Harbour, with the API key “Nightly”'. */
export function actorInWords({ name, kind, via }: Change['actor']): string {
  const who = name || actorNames[kind];
  return via ? `${who}, with the API key “${via.name}”` : who;
}

const order = Object.keys(fieldNames);

/** Returns a field's place among the others; fields without a name come last. */
const placeOf = (field: string) => (order.indexOf(field) + order.length + 1) % (order.length + 1);

/** Returns the ID of the app that an entry is about; null for a deleted app, and for an entry about something else. */
export const appOf = ({ entity, key, action }: Pick<Change, 'entity' | 'key' | 'action'>) =>
  (entity === 'app' && action !== 'delete') || entity === 'app-configuration' ? key : null;

const values: Record<string, string> = {
  ...onOffWords,
  live: appStatusWords.live.other,
  'in-develop': appStatusWords['in-develop'].other,
  suspend: appStatusWords.suspend.other,
  set: 'Set',
  ...apiMethodWords,
  ...pauseScopeWords,
};
const settings = ['apiMethod', 'ipInfoToken', 'vpnApiKey'];
const worded = new Set([...Object.keys(unsetChoices), ...settings, 'scope']);
/** Fields that hold a time as the API sends it. */
const times = new Set(['until', 'endedAt', 'endsAt']);

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

/** Returns a value in words; '' if there is none. */
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
  if (field === 'country' || field === 'configuration') return countriesInWords(text);
  if (field === 'rule') return findingTexts[text as FindingRule]?.title ?? text;
  if (field === 'field') return fieldName('app', text);
  if (field === 'state') return changeRequestWords[text as ChangeRequestState] ?? text;
  if (times.has(field)) return formatDateTime(text) || text;
  return worded.has(field) ? (values[text] ?? text) : text;
}

/**
 * Returns an entry's difference in words, without internal fields and without fields that look the same before and after.
 * The owner of an app is shown by name and not by login id, unless only the login id changed.
 */
export function shownDifference({
  entity,
  diff,
}: Pick<Change, 'entity' | 'diff'>): FieldDifference[] {
  const isNamed = entity === 'app' && diff.some(({ field }) => field === 'fullName');
  return diff
    .filter(({ field }) => isShown(entity, field))
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
