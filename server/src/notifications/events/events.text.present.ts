import { type Change, fieldName } from '@adwarden/contract/changes/changes';
import { actionNames, entityNames, isShown, thingName } from '@adwarden/contract/changes/words';
import { counted } from '@adwarden/contract/counted';
import type {
  BatchEvent,
  FindingEvent,
  KeyEvent,
  PauseEvent,
} from '@adwarden/contract/notifications/sent-event';
import { batchOutcomeWords, severityWords } from '@adwarden/contract/state-words';

/* Describes events in a sentence, for chats and mails. */

const mostFields = 6;

/** Returns a text such as 'Application “Tide Clock”: changed (Ads Status, Note), by Ada Harbour'. */
export function textOfChange(
  change: Pick<Change, 'entity' | 'key' | 'name' | 'action' | 'diff'>,
  by: string,
) {
  const { entity, action, diff } = change;
  const what = `${entityNames[entity]} “${thingName(change)}”`;
  const isEdit = action === 'update' || action === 'undo' || action === 'restore';
  const shown = diff.filter(({ field }) => isShown(entity, field));
  const names = [...new Set(shown.map(({ field }) => fieldName(entity, field)))];
  const more = names.length > mostFields ? ` and ${names.length - mostFields} more` : '';
  const fields =
    isEdit && names.length > 0 ? ` (${names.slice(0, mostFields).join(', ')}${more})` : '';
  return `${what}: ${actionNames[action].toLowerCase()}${fields}, by ${by}`;
}

export function textOfPause(isOver: boolean, { label, reason, actor }: PauseEvent['data']) {
  return isOver
    ? `Ads resumed: ${label}, by ${actor.name}`
    : `Ads paused: ${label} (${reason}), by ${actor.name}`;
}

export function textOfFinding(
  isOver: boolean,
  { appName, severity, title, detail }: FindingEvent['data'],
) {
  const place = appName === '' ? 'the installation' : `“${appName}”`;
  return isOver
    ? `No longer wrong in ${place}: ${title}`
    : `${severityWords[severity]} in ${place}: ${title}. ${detail}`;
}

export function textOfBatch({ title, state, actor, ...counts }: BatchEvent['data']) {
  const parts = (['changed', 'requested', 'skipped', 'failed'] as const)
    .filter((name) => counts[name] > 0)
    .map((name) => `${counts[name].toLocaleString('en')} ${batchOutcomeWords[name].toLowerCase()}`);
  const end = state === 'cancelled' ? 'was cancelled' : 'is done';
  return `Bulk change “${title}” ${end}: ${parts.join(', ') || 'nothing to do'}, by ${actor.name}`;
}

export const textOfKeyEnd = ({ name, days }: Pick<KeyEvent['data'], 'name' | 'days'>) =>
  `The API key “${name}” ends in ${counted(days, 'day')}: make a new one`;
