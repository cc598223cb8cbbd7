import { severityOf } from '@adwarden/contract/findings/rules';
import { can } from '@adwarden/contract/people/abilities';
import { isLogged, type StoredEvent } from './events.table.ts';

/**
 * Tells whether an event is an alarm (ADR 67): an administrator has paused ads or ended a pause, there is a new error, or
 * something is rolled back: a change is undone or an earlier state restored, or the undo of a batch has ended. Single changes of
 * a batch are never alarms.
 */
export function isAlarm(event: StoredEvent): boolean {
  if (isLogged(event)) {
    const { entity, action, actor, batch } = event.entry;
    if (entity === 'pause') return can(actor, 'pause-all');
    return batch === null && (action === 'undo' || action === 'restore');
  }
  const { about } = event;
  if (about.type === 'batch.done') return about.facts.kind === 'undo';
  return about.type === 'finding.opened' && severityOf(about.facts.rule) === 'error';
}

/** Tells whether an administrator or the installation has caused an alarm; other alarms leave room for these. */
export function isOfHouse(event: StoredEvent): boolean {
  if (isLogged(event)) return !can(event.entry.actor, 'own-apps');
  const { about } = event;
  return about.type === 'batch.done'
    ? !can({ kind: about.facts.authorKind }, 'own-apps')
    : about.key === '';
}
