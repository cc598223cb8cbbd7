import { severityOf } from '@adwarden/contract/findings/rules';
import { findingTexts } from '@adwarden/contract/findings/texts';
import { limits } from '@adwarden/contract/limits';
import { causePaths } from '@adwarden/contract/notifications/causes';
import { entityOfEvent } from '@adwarden/contract/notifications/events';
import type { BatchEvent, SentEvent } from '@adwarden/contract/notifications/sent-event';
import { shorten } from '@adwarden/contract/shorten';
import { presentChange } from '../../changes/changes.present.ts';
import type { UnloggedEvent } from '../../changes/unlogged-events.store.ts';
import { readMeta } from '../../db/meta.ts';
import type { Db } from '../../db/schema.ts';
import { isoTime } from '../../kit/clock.ts';
import { nameOfApp, readEntry } from './events.describe.store.ts';
import { isLogged, type StoredEvent } from './events.table.ts';
import {
  textOfBatch,
  textOfChange,
  textOfFinding,
  textOfKeyEnd,
  textOfPause,
} from './events.text.present.ts';

/** The reader of descriptions: receivers outside see what administrators see. */
const reader = { kind: 'admin', id: '' } as const;

/**
 * Builds the function that reads the whole description of an event. It returns null for an entry of the log that was pruned
 * meanwhile. `publicUrl` is the address of the back office.
 */
export function createDescribe({ db, publicUrl }: { db: Db; publicUrl: string | undefined }) {
  return async (event: StoredEvent): Promise<SentEvent | null> => {
    const id = `${await historyOf(db)}-${isLogged(event) ? event.entry.seq : `e${event.id}`}`;
    /** Returns the fields of every event; `path` is the page that shows its cause. */
    const headOf: HeadOf = (type, text, path) => ({
      id,
      type,
      at: isoTime(event.at),
      text: shorten(text, limits.webhooks.text),
      url: publicUrl === undefined ? null : publicUrl + path,
      urgent: false,
    });
    return isLogged(event) ? ofEntry(db, event, headOf) : ofOther(db, event.about, headOf);
  };
}

type HeadOf = <T extends SentEvent['type']>(
  type: T,
  text: string,
  path: string,
) => Omit<SentEvent, 'type' | 'data'> & { type: T };

/** Returns the beginning of the epoch, as a part of ids: after a restore, another event may get the same number. */
const historyOf = async (db: Db): Promise<string> =>
  ((await readMeta(db, 'epoch')) ?? '').slice(0, 8);

async function ofEntry(
  db: Db,
  { type, entry: { seq, actor, batch } }: Extract<StoredEvent, { entry: unknown }>,
  headOf: HeadOf,
): Promise<SentEvent | null> {
  const read = await readEntry(db, seq);
  if (!read) return null;
  const { key } = read;
  if (type === 'pause.began' || type === 'pause.ended') {
    const { scope, value, label, reason, until, endedAt } = JSON.parse(read.row);
    const isOver = type === 'pause.ended';
    const data = { id: key, scope, value, label, reason, until, endedAt, actor };
    const path = causePaths.pauses('admin', isOver ? 'ended' : 'active');
    return { ...headOf(type, textOfPause(isOver, data), path), data };
  }
  const entity = entityOfEvent(type);
  const change = presentChange(reader, read);
  const { name, action, diff } = change;
  const whole = { seq, actor, entity, key, name, action, diff, batch };
  const isSmall = Buffer.byteLength(JSON.stringify(whole)) <= limits.webhooks.bytes;
  const data = isSmall ? whole : { ...whole, diff: null };
  const text = textOfChange(change, actor.name);
  return { ...headOf(type, text, causePaths.entries(key)), data };
}

async function ofOther(db: Db, event: UnloggedEvent, headOf: HeadOf): Promise<SentEvent> {
  const { type, key } = event;
  if (type === 'batch.done') {
    const { authorKind: kind, authorId: id, authorName: name, ...facts } = event.facts;
    const data = { id: key, ...facts, actor: { kind, id, name } } as BatchEvent['data'];
    return { ...headOf(type, textOfBatch(data), causePaths.batch('admin', key)), data };
  }
  if (type === 'key.ends') {
    const { name, days, endsAt, personKind, personId } = event.facts;
    const person = { kind: personKind, id: personId };
    const data = { id: key, name, days, endsAt: isoTime(endsAt), person };
    return { ...headOf(type, textOfKeyEnd(data), causePaths.apiKeys('admin')), data };
  }
  const { rule, field, detail } = event.facts;
  const data = {
    appID: key,
    appName: key && ((await nameOfApp(db, key)) ?? key),
    rule,
    severity: severityOf(rule),
    field,
    title: findingTexts[rule].title,
    detail,
  };
  const text = textOfFinding(type === 'finding.closed', data);
  return { ...headOf(type, text, causePaths.findings('admin', key)), data };
}
