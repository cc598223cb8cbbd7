import { severityOf } from '@adwarden/contract/findings/rules';
import { findingTexts } from '@adwarden/contract/findings/texts';
import { limits } from '@adwarden/contract/limits';
import { causePaths } from '@adwarden/contract/notifications/causes';
import type { BatchEvent, SentEvent } from '@adwarden/contract/notifications/sent-event';
import { shorten } from '@adwarden/contract/shorten';
import { presentChange } from '../../changes/changes.present.ts';
import type { UnloggedEvent } from '../../changes/unlogged-events.store.ts';
import { readMeta } from '../../db/meta.ts';
import type { Db } from '../../db/schema.ts';
import { isoTime } from '../../kit/clock.ts';
import { nameOfApp, readEntry } from './events.describe.store.ts';
import { isLogged, type StoredEvent } from './events.table.ts';
import { textOfBatch, textOfChange, textOfFinding, textOfPause } from './events.text.present.ts';

/** Receivers outside see what administrators see. */
const reader = { kind: 'admin', id: '' } as const;

/** What is said of an event besides its id and its time; `path` is the page that shows its cause. */
type Said = Pick<SentEvent, 'type' | 'text' | 'data'> & { path: string };

/**
 * Builds what reads all that is said of an event. It answers null for an entry of the log that was pruned meanwhile.
 * `publicUrl` is where the back office is.
 */
export function createDescribe({ db, publicUrl }: { db: Db; publicUrl: string | undefined }) {
  return async (event: StoredEvent): Promise<SentEvent | null> => {
    const said = isLogged(event) ? await ofEntry(db, event) : await ofOther(db, event.about);
    if (!said) return null;
    const { path, type, text, data } = said;
    const url = publicUrl === undefined ? null : publicUrl + path;
    const id = `${await historyOf(db)}-${isLogged(event) ? event.entry.seq : `e${event.id}`}`;
    return {
      id,
      type,
      at: isoTime(event.at),
      text: shorten(text, limits.webhooks.text),
      url,
      urgent: false,
      data,
    } as SentEvent;
  };
}

/** The beginning of the epoch, as a part of ids: after a restore, another event may get the same number. */
const historyOf = async (db: Db): Promise<string> =>
  ((await readMeta(db, 'epoch')) ?? '').slice(0, 8);

async function ofEntry(
  db: Db,
  { type, entry: { seq, entity, actor, batch } }: Extract<StoredEvent, { entry: unknown }>,
): Promise<Said | null> {
  const read = await readEntry(db, seq);
  if (!read) return null;
  const { key } = read;
  if (entity === 'pause') {
    const { scope, value, label, reason, until, endedAt } = JSON.parse(read.row);
    const isOver = type === 'pause.ended';
    const data = { id: key, scope, value, label, reason, until, endedAt, actor };
    const path = causePaths.pauses('admin', isOver ? 'ended' : 'active');
    return { type, text: textOfPause(isOver, data), path, data } as Said;
  }
  const change = presentChange(reader, read);
  const { name, action, diff } = change;
  const whole = { seq, actor, entity, key, name, action, diff, batch };
  const isSmall = Buffer.byteLength(JSON.stringify(whole)) <= limits.webhooks.bytes;
  const data = isSmall ? whole : { ...whole, diff: null };
  const text = textOfChange(change, actor.name);
  return { type, text, path: causePaths.entries(key), data } as Said;
}

async function ofOther(db: Db, event: UnloggedEvent): Promise<Said> {
  const { type, key } = event;
  if (type === 'batch.done') {
    const { authorKind: kind, authorId: id, authorName: name, ...facts } = event.facts;
    const data = { id: key, ...facts, actor: { kind, id, name } } as BatchEvent['data'];
    return { type, text: textOfBatch(data), path: causePaths.batch('admin', key), data };
  }
  const { rule, field, detail } = event.facts;
  const data = {
    ...{ appID: key, appName: key && ((await nameOfApp(db, key)) ?? key) },
    ...{ rule, severity: severityOf(rule), field, title: findingTexts[rule].title, detail },
  };
  const text = textOfFinding(type === 'finding.closed', data);
  return { type, text, path: causePaths.findings('admin', key), data };
}
