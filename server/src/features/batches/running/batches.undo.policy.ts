import { appFields } from '@adwarden/contract/apps';
import type { RequestedField } from '@adwarden/contract/change-requests/change-requests';
import type { BatchEntry } from '../../../changes/changes.batch.store.ts';
import { eachField, type FieldGroup } from '../../../changes/keeper.ts';
import { takeBack } from '../../../changes/take-back.policy.ts';
import type { Values } from '../../../edits/edits.table.ts';
import type { ChangeableApp } from '../batches.table.ts';

type Row = Record<string, unknown>;

/** The states before and after an entry; undefined when the log no longer has one, null when there was nothing. */
type Edit = { entity: string; before: Row | null | undefined; after: Row | null };

/** The entries of a batch for one app: it edited, created or deleted it. The versions are those that it left. */
export type AppEntries = {
  kind: 'edit' | 'create' | 'delete';
  version: number;
  countryVersion: number;
  edits: Edit[];
  hasNewToken: boolean;
};

/** Groups the entries of a batch by app ID. */
export function entriesByApp(entries: BatchEntry[]): Map<string, AppEntries> {
  const byApp = new Map<string, AppEntries>();
  for (const { entity, key, action, seq, row, earlier } of entries) {
    const app: AppEntries = byApp.get(key) ?? {
      kind: 'edit',
      version: 0,
      countryVersion: 0,
      edits: [],
      hasNewToken: false,
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

/** The plan of an undo for an app: the fields that go back, and those that stay because somebody has changed them since. */
export type TakeBackPlan = {
  changes: Values;
  left: RequestedField[];
  /** The log no longer has the earlier state. */
  isLost: boolean;
  hasNewToken: boolean;
};

/** The units that an undo takes back: each field alone, the owner by the id. */
const groups: Record<string, FieldGroup[]> = {
  app: [...eachField(...appFields), { name: 'selectedUser', fields: ['ownerId'] }],
  'app-configuration': eachField('country'),
};

/**
 * Plans how the edits of a batch go back. A field goes back only if it still has the value that the batch has set. `logins` are
 * the login ids of owners by their ids; an owner deleted since has none.
 */
export function planTakeBack(
  entries: AppEntries | undefined,
  now: ChangeableApp | undefined,
  logins: ReadonlyMap<string, string>,
): TakeBackPlan {
  const changes: Values = {};
  const left: RequestedField[] = [];
  const { edits = [], hasNewToken = false } = entries ?? {};
  for (const { entity, before, after } of now ? edits : []) {
    if (before === undefined) continue;
    const rows = { before: before ?? noCountry, after: after ?? noCountry };
    const plan = takeBack(groups[entity] ?? [], { ...rows, now: { ...now, ...now?.values } });
    left.push(...plan.left.map(({ name }) => name as RequestedField));
    for (const { name } of plan.taken) {
      const field = name as RequestedField;
      const value = field === 'selectedUser' ? loginOf(rows.before, logins) : rows.before[field];
      if (typeof value === 'string') changes[field] = value;
      else left.push(field);
    }
  }
  const isLost = entries === undefined || edits.some(({ before }) => before === undefined);
  return { changes, left, isLost, hasNewToken };
}

const noCountry: Row = { country: '' };

/** Returns the login id of a row's owner, '' for nobody; undefined when the owner was deleted since. */
const loginOf = ({ ownerId }: Row, logins: ReadonlyMap<string, string>): string | undefined =>
  ownerId === null ? '' : logins.get(String(ownerId));
