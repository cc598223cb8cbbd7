import type { FindingRule } from '@adwarden/contract/findings/rules';
import type { PersonKind } from '@adwarden/contract/people/people';
import { type RawBuilder, sql } from 'kysely';
import { nowMs } from '../db/now.ts';
import type { BatchTable } from '../db/schema.batches.ts';
import type { Tx } from '../db/schema.ts';
import { sentValues } from '../db/sent-rows.ts';

/** The facts of a batch at its end. */
export type EndedBatch = Pick<
  BatchTable,
  | 'title'
  | 'kind'
  | 'state'
  | 'total'
  | 'changed'
  | 'requested'
  | 'skipped'
  | 'failed'
  | 'authorKind'
  | 'authorId'
  | 'authorName'
>;

/** The facts of an API key that ends in some days; `endsAt` is in epoch ms. */
export type EndingKey = {
  name: string;
  days: number;
  endsAt: number;
  personKind: PersonKind;
  personId: string;
};

/**
 * An event without an entry in the log of changes. `key`: an app ID, '' for the installation; the id of a batch or of an API key.
 */
export type UnloggedEvent =
  | {
      type: 'finding.opened' | 'finding.closed';
      key: string;
      facts: { rule: FindingRule; field: string; detail: string };
    }
  | { type: 'batch.done'; key: string; facts: EndedBatch }
  | { type: 'key.ends'; key: string; facts: EndingKey };

/** Returns the person who has caused an event, where its facts say it; null otherwise. */
function causerIn(event: UnloggedEvent): string | null {
  if (event.type === 'batch.done') return event.facts.authorId;
  return event.type === 'key.ends' ? event.facts.personId : null;
}

const atOnce = 500;

/**
 * The person who has caused an event, for the shares of people (ADR 67): the starter of the batch; the person of the key; the
 * owner of the app, or the person who changed it last. '' for the installation. It is stored, because an app may change hands
 * before its events are sent.
 */
const causer = sql`coalesce(value ->> 3,
  (select app."ownerId" from app where app."appID" = value ->> 1),
  (select change."actorId" from change
    where change.entity = 'app' and change."key" = value ->> 1 order by change.seq desc limit 1), '')`;

/**
 * Builds the statements that store events; notifications/ reads them. Run them in the transaction that causes the events, after
 * its entries of the log. The transaction must have the turn of the writers.
 */
export function insertsOfEvents(tx: Tx, events: UnloggedEvent[]): RawBuilder<unknown>[] {
  const inserts: RawBuilder<unknown>[] = [];
  for (let start = 0; start < events.length; start += atOnce) {
    const rows = events.slice(start, start + atOnce).map((event) => {
      const { type, key, facts } = event;
      return [type, key, JSON.stringify(facts), causerIn(event)];
    });
    inserts.push(sql`insert into unlogged_event (at, type, "key", facts, "afterSeq", causer)
      select ${nowMs}, value ->> 0, value ->> 1, value ->> 2,
        (select coalesce(max(seq), 0) from change), ${causer} from ${sentValues(tx, rows)} as sent`);
  }
  return inserts;
}

/** Stores an event. */
export async function addEvent(tx: Tx, event: UnloggedEvent): Promise<void> {
  for (const insert of insertsOfEvents(tx, [event])) await insert.execute(tx);
}
