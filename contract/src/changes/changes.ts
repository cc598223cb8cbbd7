import { z } from 'zod';
import { account } from '../app-ads/app-ads.ts';
import { appConfiguration } from '../app-configurations.ts';
import { app } from '../apps.ts';
import type { Call } from '../call.ts';
import { success } from '../envelope.ts';
import { fieldNames } from '../field-names.ts';
import { time, timeFrom, timeTo, wholeNumber } from '../fields.ts';
import { limits } from '../limits.ts';
import { pageQuery, pageTotals, searchFilter, textFilter } from '../lists.ts';
import { requestBodies, responseBodies } from '../named.ts';
import { parameter } from '../parameters.ts';
import { personKinds } from '../people/people.ts';
import { user } from '../users.ts';

export const changeEntities = [
  'app',
  'app-configuration',
  'user',
  'category',
  'global-config',
  'secret',
  'admin',
  'finding',
  'pause',
  'change-request',
  'batch',
  'account',
  'webhook',
  'api-key',
  'session',
  'factor',
  'single-sign-on',
] as const;
export type ChangeEntity = (typeof changeEntities)[number];

/** Returns the label of a field of the log. For an app, `fullName` is the owner's name. */
export function fieldName(entity: ChangeEntity, field: string): string {
  if (entity === 'app' && field === 'fullName') return fieldNames.selectedUser;
  return (fieldNames as Record<string, string>)[field] ?? field;
}

export const changeActions = [
  'create',
  'update',
  'delete',
  'rotate-token',
  'revoke-tokens',
  'change-password',
  'restore',
  'read',
  'undo',
  'mute',
  'unmute',
  'end',
  'invite.make',
  'invite.accept',
  'role',
  'enable',
  'disable',
  'key.make',
  'key.end',
  'session.end',
  'session.country',
  'factor.add',
  'factor.remove',
  'factor.wrong',
  'passkey.copied',
  'recovery.make',
  'recovery.use',
  'oidc.bind',
  'oidc.unbind',
] as const;
export type ChangeAction = (typeof changeActions)[number];

export const actorKinds = [...personKinds, 'system'] as const;
export type ActorKind = (typeof actorKinds)[number];

/** A changed field; `before` or `after` is null if the thing did not exist. A token is shown by its last four characters only. */
export const fieldChange = z
  .object({
    field: z.string(),
    before: z.unknown(),
    after: z.unknown(),
  })
  .register(responseBodies, { id: 'FieldChange' });

/**
 * One entry of the log of changes (ADR 2). An owner gets it without `address`, without the `id` of other people and
 * without the name of other owners.
 */
export const change = z
  .object({
    seq: z.number(),
    at: time,
    actor: z.object({
      kind: z.enum(actorKinds),
      id: z.string(),
      name: z.string(),
      address: z.string(),
      /** The API key with which it was made; absent without one. Owners get it of own entries only. */
      via: z.object({ key: z.string(), name: z.string() }).optional(),
    }),
    entity: z.enum(changeEntities),
    key: z.string(),
    name: z.string(),
    action: z.enum(changeActions),
    diff: z.array(fieldChange),
    /** The batch that made it; absent if none did. */
    batch: z.string().optional(),
    /** The number of apps that the batch has changed, among those that the caller sees; absent in the data of a webhook. */
    batchApps: z.number().optional(),
  })
  .register(responseBodies, { id: 'Change' });
export type Change = z.infer<typeof change>;

/** A page of the log. `hasMore`: there are more entries than `total`, because a search finds the newest 10,000. */
export const changeList = success(z.array(change))
  .extend({ ...pageTotals, hasMore: z.boolean() })
  .register(responseBodies, { id: 'ChangeList' });

/**
 * The query of the log, newest first. In a list by person and time alone, a batch has one entry, and the entries that it made
 * are left out: `batch`, `search`, `key`, `entity`, `action` and `gone` find these, too. Owners may not use `search`, `actor`
 * and `actorKind`.
 */
export const changeListQuery = z.strictObject({
  search: searchFilter(
    'Only entries with this in the name of the person, in the name or the id of the thing, or in a changed value',
  ),
  ...pageQuery,
  entity: parameter(
    'Only entries about this kind of thing',
    z.enum(changeEntities, `entity must be one of: ${changeEntities.join(', ')}`).optional(),
  ),
  key: textFilter('key', 'Only entries about the thing with this id', limits.text.id),
  gone: parameter(
    'Only deletions whose app or user is still deleted',
    z.enum(['true'], 'gone must be true').optional(),
  ),
  batch: textFilter('batch', 'Only entries of the batch with this id', limits.text.id),
  action: parameter(
    'Only entries with this action',
    z.enum(changeActions, `action must be one of: ${changeActions.join(', ')}`).optional(),
  ),
  actorKind: parameter(
    'Only entries by actors of this kind',
    z.enum(actorKinds, `actorKind must be one of: ${actorKinds.join(', ')}`).optional(),
  ),
  actor: textFilter('actor', 'Only entries by the person with this id, or with this in the name'),
  from: parameter(
    'Only entries from this time or later; a date means its first moment in UTC',
    timeFrom('from').optional(),
  ),
  to: parameter(
    'Only entries from this time or earlier; a date means its last moment in UTC',
    timeTo('to').optional(),
  ),
});

/**
 * The request for the changes since `mark`, which an earlier answer gave. Without one, the answer has only the present mark. An
 * open page calls this every few seconds, and then fetches the lists of the kinds that have changed.
 */
export const newsQuery = z.strictObject({
  mark: textFilter(
    'mark',
    'The mark of an earlier answer; without one, only the present mark',
    limits.text.id,
  ),
});

/** `changed`: the kinds of things; an owner gets only `app` and `change-request`, about own ones. */
export const news = success(
  z.object({ mark: z.string(), changed: z.array(z.enum(changeEntities)) }),
).register(responseBodies, { id: 'News' });
export type News = z.infer<typeof news>['data'];

/** `last` of the preview. If the thing has a newer entry, the call gets 409. */
export const wayBackForm = z
  .object({
    last: wholeNumber('last', 1, Number.MAX_SAFE_INTEGER).optional(),
  })
  .register(requestBodies, { id: 'WayBack' });

/** A field that an undo does not change: somebody has changed it since, or its earlier owner or icon is gone. */
export const leftField = z.object({
  field: z.string(),
  reason: z.enum(['changed-since', 'gone']),
});
export type LeftField = z.infer<typeof leftField>;

/** The changes that a restore or an undo would make now. `last` is the last entry of the thing. */
export const wayBackPreview = success(
  z.object({ last: z.number(), diff: z.array(fieldChange), left: z.array(leftField) }),
).register(responseBodies, { id: 'WayBackPreview' });
export type WayBackPreview = z.infer<typeof wayBackPreview>['data'];

/** Builds the schema of the thing after a restore or an undo. */
function thing<More extends z.ZodRawShape>(more: More) {
  return z.discriminatedUnion('entity', [
    z.object({ entity: z.literal('app'), app, ...more }),
    z.object({ entity: z.literal('user'), user, ...more }),
    z.object({
      entity: z.literal('app-configuration'),
      appConfiguration,
      ...more,
    }),
    z.object({ entity: z.literal('global-config'), apiMethod: z.string(), ...more }),
    z.object({ entity: z.literal('account'), account, ...more }),
  ]);
}

export const restored = success(thing({})).register(responseBodies, { id: 'Restored' });
export type Restored = z.infer<typeof restored>['data'];

/** `fields` were undone, `left` were not. */
export const undone = success(
  thing({ fields: z.array(z.string()), left: z.array(leftField) }),
).register(responseBodies, { id: 'Undone' });
export type Undone = z.infer<typeof undone>['data'];

const seq = z.object({
  seq: parameter(
    'The number of the entry in the log',
    wholeNumber('Change', 1, Number.MAX_SAFE_INTEGER),
  ),
});

/** The calls about the log of changes. */
export const changeCalls = {
  getChanges: {
    method: 'GET',
    path: '/changes',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    compressed: true,
    summary: 'Read the log of changes, newest first; owners only get entries of their own apps',
    query: changeListQuery,
    answer: changeList,
  },
  getNews: {
    method: 'GET',
    path: '/changes/news',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    summary: 'Which kinds of things have changed since an earlier call; of an owner own ones only',
    query: newsQuery,
    answer: news,
  },
  previewRestore: {
    method: 'GET',
    path: '/changes/:seq/restore',
    who: 'admin',
    viewers: true,
    keys: 'read',
    summary: 'Preview of a restore: what it would change',
    params: seq,
    answer: wayBackPreview,
    refusals: ['not-found', 'conflict'],
  },
  restoreChange: {
    method: 'POST',
    path: '/changes/:seq/restore',
    who: 'admin',
    viewers: false,
    keys: false,
    summary:
      'Restore an app, a user, a configuration, an account or the API method to its state after a change (for a delete: before it)',
    params: seq,
    body: wayBackForm,
    answer: restored,
    refusals: ['not-found', 'conflict'],
  },
  previewUndo: {
    method: 'GET',
    path: '/changes/:seq/undo',
    who: 'admin',
    viewers: true,
    keys: 'read',
    summary: 'Preview of an undo: what it would change',
    params: seq,
    answer: wayBackPreview,
    refusals: ['not-found', 'conflict'],
  },
  undoChange: {
    method: 'POST',
    path: '/changes/:seq/undo',
    who: 'signed-in',
    viewers: false,
    keys: false,
    summary: 'Undo one change, where nobody changed the field since; owners only their own edits',
    params: seq,
    body: wayBackForm,
    answer: undone,
    refusals: ['not-found', 'conflict', 'forbidden'],
  },
} as const satisfies Record<string, Call>;
