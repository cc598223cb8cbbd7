import { madeByName } from '../meta.ts';
import type { Schema } from '../schema.ts';

/** Tables that triggers fill from the moved tables. */
type Derived =
  | 'app_list'
  | 'app_search'
  | 'user_search'
  | 'change_search'
  | 'stored_bytes'
  | 'owner_icon';

/** The tables that are moved, with the columns of their keys. A table comes after those that it refers to. */
export const movedTables: Record<Exclude<keyof Schema, Derived>, string[]> = {
  app_user: ['id'],
  admin: ['id'],
  category: ['categoryName'],
  icon: ['hash'],
  app: ['appID'],
  app_token: ['token'],
  replaced_token: ['appID', 'digest'],
  app_configuration: ['appID'],
  global_setting: ['name'],
  session: ['tokenHash'],
  sign_in_failure: ['id'],
  known_network: ['kind', 'accountId', 'network'],
  known_country: ['kind', 'accountId', 'country'],
  invitation: ['kind', 'accountId'],
  api_key: ['id'],
  factor: ['id'],
  passkey_handle: ['kind', 'accountId'],
  recovery_code: ['codeHash'],
  used_ticket: ['ticketHash'],
  factor_link: ['kind', 'accountId'],
  oidc_binding: ['kind', 'accountId'],
  oidc_flow: ['stateHash'],
  oidc_grant: ['session'],
  change: ['seq'],
  app_usage: ['day', 'appID', 'country'],
  app_usage_hour: ['hour', 'appID', 'country', 'outcome'],
  app_token_usage: ['day', 'appID', 'token', 'country'],
  traffic_total: ['step', 'time'],
  traffic_comparison: ['day', 'days', 'by', 'of'],
  usage_sender: ['sender'],
  edge: ['name', 'process'],
  app_watch: ['appID'],
  finding: ['appID', 'rule', 'field'],
  app_fact: ['kind', 'value', 'appID'],
  app_account: ['accountKey'],
  pause: ['id'],
  change_request: ['id'],
  batch: ['id'],
  batch_app: ['batchID', 'outcome', 'place'],
  saved_view: ['id'],
  default_view: ['kind', 'accountId', 'list'],
  pasted_list: ['id'],
  idempotency_key: ['kind', 'accountId', 'key'],
  unlogged_event: ['id'],
  event_position: ['follower'],
  webhook: ['id'],
  webhook_delivery: ['id'],
  webhook_causer: ['webhookId', 'causer'],
  webhook_alarm: ['webhookId', 'seq', 'unlogged'],
  bell_item: ['id'],
  mail_subscriber: ['adminId'],
  kept_time: ['id'],
  meta: ['name'],
};

/** Tables that number their rows. The next number must be one that was never used. */
export const countedTables = [
  { table: 'change', column: 'seq' },
  { table: 'sign_in_failure', column: 'id' },
  { table: 'unlogged_event', column: 'id' },
  { table: 'webhook_delivery', column: 'id' },
  { table: 'bell_item', column: 'id' },
] as const;

/**
 * Builds the condition for rows that are moved. A migrated database has its own epoch, so that followers see that it is new, and
 * knows by itself which program made it.
 */
export const movedRows = (table: string): string =>
  table === 'meta' ? `name not in ('epoch', '${madeByName}')` : 'true';

/** A table that is read on both sides in the order of `key`. */
export type ComparedTable = { table: string; columns: Column[]; key: string[] };

export type Column = { name: string; type: 'text' | 'whole' | 'bytes' };

/** The columns of the table of lists that no trigger fills. The server counts them every hour. */
export const requestsOfLists = {
  table: 'app_list',
  key: ['appID'],
  columns: [
    { name: 'appID', type: 'text' },
    { name: 'requests7d', type: 'whole' },
    { name: 'allowed7d', type: 'whole' },
  ],
} satisfies ComparedTable;

/** A row as text: numbers in digits, bytes in hex; null stays null. */
export type TextRow = (string | null)[];

/** The number of rows, and a digest of all of them in the order of the key. */
export type Sum = { rows: number; digest: string };

/** Quotes a name of the schema for SQL; such names contain no quotes. */
export const quoted = (name: string): string => `"${name}"`;
