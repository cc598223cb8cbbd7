import { type Found, severityOf } from '@adwarden/contract/findings/rules';
import type { UnloggedEvent } from '../../../changes/unlogged-events.store.ts';
import { type FindingRow, keyOf, rankOf } from '../findings.table.ts';

/** The mute columns of an open finding. */
export const notMuted = {
  mutedAt: null,
  mutedByKind: '',
  mutedById: '',
  mutedBy: '',
  muteReason: '',
};

export type Differences = {
  /** Stored rows to delete: their finding is over, or is stored anew. */
  gone: FindingRow[];
  /** Rows to insert. */
  fresh: FindingRow[];
};

/**
 * Works out what to write so that exactly the findings of an app are stored. While the facts are the same, a finding keeps its
 * age (or gets the older one that the rule knows now) and stays muted; with other facts it is a new one.
 */
export function compare(
  appID: string,
  stored: FindingRow[],
  found: Found[],
  now: number,
): Differences {
  const before = new Map(stored.map((row) => [keyOf(row), row]));
  const gone = new Set(stored);
  const seen = new Set<string>();
  const fresh: FindingRow[] = [];
  for (const { rule, field, detail, facts, apps = [], since = now } of found) {
    const said = { detail, facts, apps: apps.join(' '), rank: rankOf(severityOf(rule)) };
    const row = { appID, rule, field, ...said, since, ...notMuted };
    if (seen.has(keyOf(row))) continue;
    seen.add(keyOf(row));
    const known = before.get(keyOf(row));
    if (known?.facts !== facts) fresh.push(row);
    else if (
      known.detail === said.detail &&
      known.apps === said.apps &&
      known.rank === said.rank &&
      known.since <= since
    )
      gone.delete(known);
    else fresh.push({ ...known, ...said, since: Math.min(known.since, since) });
  }
  return { gone: [...gone], fresh };
}

/**
 * Returns the events of these differences. A finding is opened when it is new, and when it was muted and has other facts now. An
 * open finding that stays open, with another text or other facts, is no event.
 */
export function eventsOf({ gone, fresh }: Differences): UnloggedEvent[] {
  const before = new Map(gone.map((row) => [keyOf(row), row]));
  const after = new Set(fresh.map(keyOf));
  const wasOpen = (row: FindingRow) => before.get(keyOf(row))?.mutedAt === null;
  const event = (type: 'finding.opened' | 'finding.closed', row: FindingRow): UnloggedEvent => {
    const { appID: key, rule, field, detail } = row;
    return { type, key, facts: { rule, field, detail } };
  };
  return [
    ...gone.filter((row) => !after.has(keyOf(row))).map((row) => event('finding.closed', row)),
    ...fresh
      .filter((row) => row.mutedAt === null && !wasOpen(row))
      .map((row) => event('finding.opened', row)),
  ];
}
