import { appFields } from '@adwarden/contract/apps';
import type { RequestedField } from '@adwarden/contract/change-requests/change-requests';
import type { BatchEntry } from '../../../changes/changes.batch.store.ts';
import type { Values } from '../../../edits/edits.table.ts';
import type { ChangeableApp } from '../batches.table.ts';

type Row = Record<string, unknown>;

/** A state before and after an entry; undefined when the log no longer has it, null when there was nothing. */
type Edit = { entity: string; before: Row | null | undefined; after: Row | null };

/** What a batch did to one app: it edited, created or deleted it. The versions are those that it left. */
export type AppEntries = {
  kind: 'edit' | 'create' | 'delete';
  version: number;
  countryVersion: number;
  edits: Edit[];
  hasNewToken: boolean;
};

/** The entries of a batch by app ID. */
export function entriesByApp(entries: BatchEntry[]): Map<string, AppEntries> {
  const byApp = new Map<string, AppEntries>();
  for (const { entity, key, action, seq, row, earlier } of entries) {
    const app: AppEntries = byApp.get(key) ?? {
      ...{ kind: 'edit', version: 0, countryVersion: 0 },
      ...{ edits: [], hasNewToken: false },
    };
    byApp.set(key, app);
    const isApp = entity === 'app';
    if (isApp) app.version = seq;
    else app.countryVersion = action === 'delete' ? 0 : seq;
    if (isApp && (action === 'create' || action === 'delete')) app.kind = action;
    if (isApp && action === 'rotate-token') app.hasNewToken = true;
    if (action === 'delete') app.edits.push({ entity, before: row, after: null });
    else {
      const isFirst = action === 'create' || earlier?.action === 'delete';
      app.edits.push({ entity, before: isFirst ? null : earlier?.row, after: row });
    }
  }
  return byApp;
}

/** What an undo makes of an app: the fields that go back, and those that stay because somebody has changed them since. */
export type TakeBackPlan = {
  changes: Values;
  left: RequestedField[];
  /** The log no longer has the state before. */
  isLost: boolean;
  hasNewToken: boolean;
};

/** The value of a field in a row of the log; undefined if the log did not have it then. */
function valueIn(
  { entity }: Edit,
  row: Row | null | undefined,
  field: RequestedField,
  logins: ReadonlyMap<string, string>,
): string | undefined {
  if (entity === 'app-configuration') return row === null ? '' : asText(row?.country);
  if (field !== 'selectedUser') return asText(row?.[field]);
  const ownerId = row?.ownerId;
  if (ownerId === null) return '';
  return typeof ownerId === 'string' ? logins.get(ownerId) : undefined;
}

/** Whether an edit gave the app another owner, and the one before was deleted since. */
function isOwnerGone(
  { entity, before, after }: Edit,
  field: RequestedField,
  logins: ReadonlyMap<string, string>,
): boolean {
  if (entity !== 'app' || field !== 'selectedUser') return false;
  const ownerId = before?.ownerId;
  return typeof ownerId === 'string' && ownerId !== after?.ownerId && !logins.has(ownerId);
}

const asText = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Plans how the edits of a batch go back; a field only if its value is still the one that the batch has set. */
export function planTakeBack(
  entries: AppEntries | undefined,
  now: ChangeableApp | undefined,
  logins: ReadonlyMap<string, string>,
): TakeBackPlan {
  const changes: Values = {};
  const left: RequestedField[] = [];
  const { edits = [], hasNewToken = false } = entries ?? {};
  for (const edit of edits) {
    const fields: RequestedField[] =
      edit.entity === 'app' ? [...appFields, 'selectedUser'] : ['country'];
    for (const field of fields) {
      const before = valueIn(edit, edit.before, field, logins);
      const after = valueIn(edit, edit.after, field, logins);
      if (isOwnerGone(edit, field, logins)) left.push(field);
      if (before === undefined || before === after) continue;
      const present = now?.values[field];
      if (present === after) changes[field] = before;
      else if (present !== before) left.push(field);
    }
  }
  const isLost = entries === undefined || edits.some(({ before }) => before === undefined);
  return { changes, left, isLost, hasNewToken };
}
