import { z } from 'zod';
import { app } from './apps.ts';
import { success } from './envelope.ts';
import { optionalText, time, timeFrom, timeTo, wholeNumber } from './fields.ts';
import { limits } from './limits.ts';
import { user } from './users.ts';

export const changeEntities = [
  'app',
  'app-configuration',
  'user',
  'category',
  'global-config',
  'secret',
] as const;
export type ChangeEntity = (typeof changeEntities)[number];

export const changeActions = [
  'create',
  'update',
  'delete',
  'rotate-token',
  'revoke-tokens',
  'change-password',
  'restore',
  'read',
] as const;
export type ChangeAction = (typeof changeActions)[number];

export const actorKinds = ['admin', 'user', 'system'] as const;
export type ActorKind = (typeof actorKinds)[number];

/** One field that a change touched; null where the thing did not exist. Tokens show their last four characters. */
export const fieldChange = z.object({
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});

/** One entry of the change log (design, section 7). */
export const change = z.object({
  seq: z.number(),
  at: time,
  actor: z.object({
    kind: z.enum(actorKinds),
    id: z.string(),
    name: z.string(),
    address: z.string(),
  }),
  entity: z.enum(changeEntities),
  key: z.string(),
  name: z.string(),
  action: z.enum(changeActions),
  diff: z.array(fieldChange),
});
export type Change = z.infer<typeof change>;

export const changeList = success(z.array(change)).extend({
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
});

/** The question of the log: newest first, by entity, key, action, actor and time. */
export const changeListQuery = z.strictObject({
  page: wholeNumber('page', 0, limits.maxPage).default(0),
  pageSize: wholeNumber('pageSize', 1, limits.maxPageSize).default(limits.pageSize),
  entity: z.enum(changeEntities, `entity must be one of: ${changeEntities.join(', ')}`).optional(),
  key: optionalText({ label: 'key', max: limits.text.id }).optional(),
  /** Only the deletes of what is gone still: each thing's last entry. */
  gone: z.enum(['true'], 'gone must be true').optional(),
  action: z.enum(changeActions, `action must be one of: ${changeActions.join(', ')}`).optional(),
  actorKind: z.enum(actorKinds, `actorKind must be one of: ${actorKinds.join(', ')}`).optional(),
  /** The actor's id, or a part of the name. */
  actor: optionalText({ label: 'actor', max: limits.text.filter }).optional(),
  from: timeFrom('from').optional(),
  to: timeTo('to').optional(),
});
export type ChangeListQuery = z.infer<typeof changeListQuery>;

/** What a restore brought back. */
export const restored = success(
  z.discriminatedUnion('entity', [
    z.object({ entity: z.literal('app'), app }),
    z.object({ entity: z.literal('user'), user }),
  ]),
);
