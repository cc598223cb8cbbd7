import { isDeepStrictEqual } from 'node:util';
import {
  type ChangeAction,
  type ChangeEntity,
  fieldName,
  type LeftField,
} from '@adwarden/contract/changes/changes';
import { whyNotUndone } from '@adwarden/contract/changes/undo';
import {
  type ChangeRow,
  earlierChange,
  findChange,
  latestChange,
} from '../../changes/changes.store.ts';
import type { FieldGroup, Keeper, Keepers, Moment } from '../../changes/keeper.ts';
import { takeBack } from '../../changes/take-back.policy.ts';
import type { Db } from '../../db/schema.ts';
import { AppError, notFound } from '../../kit/app-error.ts';
import { valuesOf } from './changes.undo.policy.ts';

/** The row of an entry. Only the feature that wrote it knows its fields. */
// biome-ignore lint/suspicious/noExplicitAny: JSON of the log, read back by its own writer
type Row = any;

/** The writes that a restore or an undo is going to make, worked out from one state of the database. */
export type Plan = {
  change: ChangeRow;
  keeper: Keeper<Row>;
  /** The seq of the last entry of the thing. */
  last: number;
  moment: Moment<Row>;
  row: Row;
  /** The names of the fields that an undo takes back, or of all fields that a restore changes. */
  fields: string[];
  left: LeftField[];
};

const rowOf = (change: ChangeRow): Row => JSON.parse(change.row) as Row;

/** Returns the keeper for the thing of an entry; refuses (400) a thing that the log cannot bring back. */
function keeperOf({ entity, key }: ChangeRow, keepers: Keepers): Keeper<Row> {
  switch (entity as ChangeEntity) {
    case 'app':
    case 'user':
    case 'app-configuration':
    case 'account':
      return given(keepers, entity as keyof Keepers);
    case 'global-config':
      if (key === 'apiMethod') return given(keepers, 'apiMethod');
      throw new AppError('invalid', 'The log holds no keys: enter the key again');
    case 'admin':
      throw new AppError('invalid', 'Administrators cannot be restored');
    case 'category':
      throw new AppError('invalid', 'Categories cannot be restored');
    case 'finding':
      throw new AppError('invalid', 'Mute the finding, or open it again, in the list of findings');
    case 'pause':
      throw new AppError('invalid', 'A pause cannot be restored: pause or resume the ads again');
    case 'change-request':
      throw new AppError('invalid', 'Change requests cannot be restored: undo what they changed');
    case 'batch':
      throw new AppError('invalid', 'Undo the bulk change itself, not its entry in the log');
    case 'webhook':
      throw new AppError('invalid', 'Webhooks cannot be restored: add the webhook again');
    case 'api-key':
      throw new AppError('invalid', 'API keys cannot be restored: make a new one');
    case 'session':
      throw new AppError('invalid', 'Sessions cannot be restored: sign in again');
    case 'factor':
      throw new AppError(
        'invalid',
        'Second factors cannot be restored: their person sets them up again',
      );
    case 'single-sign-on':
      throw new AppError('invalid', 'Single sign-on cannot be restored: its person links it again');
    case 'secret':
      throw new AppError('invalid', 'What was read cannot be unread');
  }
}

/** Refuses (400) a thing of a feature that this server no longer has. */
function given(keepers: Keepers, thing: keyof Keepers): Keeper<Row> {
  const keeper = keepers[thing];
  if (!keeper) throw new AppError('invalid', 'This server has no such things any more');
  return keeper;
}

/** Reads a change and its thing; refuses (409) when the thing has a newer entry than the caller has seen. */
async function look(db: Db, keepers: Keepers, seq: number, at: number, lookedAt?: number) {
  const change = await findChange(db, seq);
  if (!change) throw notFound('Change');
  const keeper = keeperOf(change, keepers);
  const last = (await latestChange(db, change.entity as ChangeEntity, change.key)) ?? change;
  if (lookedAt !== undefined && lookedAt !== last.seq) {
    throw new AppError('conflict', `Somebody has changed this ${keeper.thing} since: look again`);
  }
  const now = await keeper.read(db, change.key);
  const moment = { now, lastDelete: !now && last.action === 'delete' ? rowOf(last) : null, at };
  return { change, keeper, last: last.seq, moment };
}

/** Plans a restore to the state after a change, or before it for a delete (ADR 21). */
export async function planRestore(
  db: Db,
  keepers: Keepers,
  seq: number,
  at: number,
  lookedAt?: number,
): Promise<Plan> {
  const found = await look(db, keepers, seq, at, lookedAt);
  const { change, keeper, moment } = found;
  // An entry may be older than a field. Then the field keeps its present value or its last one, or gets the default.
  const then = { ...moment.lastDelete, ...moment.now, ...rowOf(change) };
  const row = await keeper.settle(db, keeper.stored.parse(then), moment);
  const fields = keeper.groups
    .filter(({ fields: [field = ''] }) => !isDeepStrictEqual(row[field], moment.now?.[field]))
    .map(({ name }) => name);
  return { ...found, row, fields, left: [] };
}

/** Plans how to take back what one change did; refuses (409) when there is nothing to take back. */
export async function planUndo(
  db: Db,
  keepers: Keepers,
  seq: number,
  at: number,
  lookedAt?: number,
): Promise<Plan> {
  const found = await look(db, keepers, seq, at, lookedAt);
  const { change, keeper, last, moment } = found;
  const { thing } = keeper;
  const { now } = moment;
  if (change.action === 'delete') {
    if (seq !== last) throw new AppError('conflict', `This ${thing} was brought back since`);
    return planRestore(db, keepers, seq, at, lookedAt);
  }
  const before = await stateBefore(db, found);
  if (!now) throw new AppError('conflict', `This ${thing} is deleted: restore it first`);

  const { taken, left } = takeBack(keeper.groups, { before, after: rowOf(change), now });
  const wanted = { ...now, ...valuesOf(taken, before) };
  const settled = await keeper.settle(db, wanted, moment);
  const isGone = ({ fields: [field = ''] }: FieldGroup) =>
    !isDeepStrictEqual(settled[field], wanted[field]);
  const gone = taken.filter(isGone);
  const plan: Plan = {
    ...found,
    row: { ...settled, ...valuesOf(gone, now) },
    fields: taken.filter((group) => !isGone(group)).map(({ name }) => name),
    left: [
      ...left.map(({ name }) => ({ field: name, reason: 'changed-since' as const })),
      ...gone.map(({ name }) => ({ field: name, reason: 'gone' as const })),
    ],
  };
  if (plan.fields.length === 0) throw nothingToUndo(plan);
  return plan;
}

/** Returns the state before a change; refuses (409) when there was none, or when the log no longer has it. */
async function stateBefore(db: Db, { change, keeper }: Pick<Plan, 'change' | 'keeper'>) {
  const { thing, origin } = keeper;
  const action = change.action as ChangeAction;
  const isFirst = action === 'create' && origin !== undefined;
  const refusal = isFirst ? null : whyNotUndone(action, thing);
  if (refusal) throw new AppError('conflict', refusal);
  const earlier = await earlierChange(db, change);
  if (!earlier && isFirst) return origin;
  if (!earlier) {
    throw new AppError('conflict', 'The log no longer has the state before this change');
  }
  if (earlier.action === 'delete') {
    throw new AppError('conflict', whyNotUndone('create', thing) ?? '');
  }
  return rowOf(earlier);
}

/** Joins the names of fields, as the screens show them. */
export const namesOf = (entity: string, fields: string[]): string =>
  fields.map((field) => fieldName(entity as ChangeEntity, field)).join(', ');

function nothingToUndo({ change, left }: Plan): AppError {
  if (left.length === 0) return new AppError('conflict', 'This change is undone already');
  const of = (reason: LeftField['reason']) =>
    namesOf(
      change.entity,
      left.filter((one) => one.reason === reason).map(({ field }) => field),
    );
  const [changed, gone] = [of('changed-since'), of('gone')];
  const why = [changed && `changed since: ${changed}`, gone && `no longer there: ${gone}`];
  return new AppError('conflict', `Nothing to undo: ${why.filter(Boolean).join('; ')}`, {
    extra: { left },
  });
}
