import type { Restored, Undone, WayBackPreview } from '@adwarden/contract/changes/changes';
import { can } from '@adwarden/contract/people/abilities';
import type { ChangeLog, LoggedWrite } from '../../changes/change-log.ts';
import { difference } from '../../changes/changes.present.ts';
import { findChange } from '../../changes/changes.store.ts';
import type { Keepers } from '../../changes/keeper.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { AppError, notFound } from '../../kit/app-error.ts';
import type { Clock } from '../../kit/clock.ts';
import { seesApp } from '../../sight/apps.policy.ts';
import { namesOf, type Plan, planRestore, planUndo } from './changes.plan.service.ts';
import { isOwnEdit } from './changes.undo.policy.ts';

export type WaysBackDeps = {
  db: Db;
  changeLog: ChangeLog;
  clock: Clock;
  keepers: Keepers;
  /** Tells whether what this actor changes needs the approval of an administrator. */
  needsApproval: (tx: Tx, actor: Actor) => Promise<boolean>;
};
export type WaysBack = ReturnType<typeof createWaysBack>;
type Planner = typeof planRestore;

/** The seq of the last entry that the caller has seen, if the caller names it. */
type LookedAt = { last?: number | undefined };

async function carryOut(
  { tx, at, ...write }: LoggedWrite,
  keepers: Keepers,
  make: Planner,
  action: 'restore' | 'undo',
  [seq, { last }]: [number, LookedAt],
): Promise<Plan> {
  const plan = await make(tx, keepers, seq, at, last);
  const { keeper, row, moment } = plan;
  const isSame = moment.now !== null && plan.fields.length === 0;
  if (!isSame) await keeper.write({ tx, at, ...write }, row, { action, ...moment });
  return plan;
}

/**
 * Builds the function that takes one change back, within a transaction. Anybody may have made the change; its thing must
 * have one of these keepers. AppError `conflict` when the change cannot be taken back.
 */
export const createUndoIn =
  (keepers: Keepers) =>
  async (write: LoggedWrite, seq: number): Promise<void> =>
    void (await carryOut(write, keepers, planUndo, 'undo', [seq, {}]));

/** Builds restore (back to the state after a change), undo (take one change back), and a preview of each (ADR 21). */
export function createWaysBack(deps: WaysBackDeps) {
  const { db, changeLog, clock, keepers, needsApproval } = deps;
  const preview =
    (plan: Planner) =>
    async (seq: number): Promise<WayBackPreview> => {
      const { moment, row, last, left } = await plan(db, keepers, seq, clock());
      return { last, diff: difference(moment.now ?? {}, row), left };
    };

  /**
   * Refuses owners any entry except an own edit, of an app that is still theirs, of fields that they may set. All other entries
   * are not found, whether they exist or not: otherwise an owner could count what others do.
   */
  async function mustBeAllowed(tx: Tx, actor: Actor, seq: number): Promise<void> {
    if (can(actor, 'undo-all')) return;
    const change = await findChange(tx, seq);
    const isOwn = change !== undefined && isOwnEdit(actor, change);
    const app = isOwn ? await keepers.app?.read(tx, change.key) : null;
    if (!app || !seesApp(actor, app)) throw notFound('Change');
    if (await needsApproval(tx, actor)) {
      throw new AppError('forbidden', 'Your changes need approval: an administrator can undo this');
    }
  }

  return {
    previewRestore: preview(planRestore),
    previewUndo: preview(planUndo),

    /** Restores a thing to its state after a change, or before a delete. Writes nothing when it has that state already. */
    async restore(actor: Actor, seq: number, lookedAt: LookedAt) {
      const plan = await changeLog(actor, (write) =>
        carryOut(write, keepers, planRestore, 'restore', [seq, lookedAt]),
      );
      const { keeper, change, moment, fields } = plan;
      const data: Restored = await keeper.answer(db, change.key);
      return { message: restoredMessage(keeper.thing, seq, moment.now !== null, fields), data };
    },

    /** Takes back what one change did, in the fields that nobody has changed since. A delete is restored. */
    async undo(actor: Actor, seq: number, lookedAt: LookedAt) {
      const plan = await changeLog(actor, async (write) => {
        await mustBeAllowed(write.tx, actor, seq);
        return carryOut(write, keepers, planUndo, 'undo', [seq, lookedAt]);
      });
      const { keeper, change, fields, left, moment } = plan;
      const data: Undone = { ...(await keeper.answer(db, change.key)), fields, left };
      if (!moment.now) return { message: restoredMessage(keeper.thing, seq, false, fields), data };
      const kept = namesOf(
        change.entity,
        left.map(({ field }) => field),
      );
      const message = `Undone: ${namesOf(change.entity, fields)}`;
      return { message: kept ? `${message}. Left as it is: ${kept}` : message, data };
    },
  };
}

function restoredMessage(thing: string, seq: number, existed: boolean, fields: string[]): string {
  const Thing = thing.charAt(0).toUpperCase() + thing.slice(1);
  if (!existed) return `${Thing} restored`;
  return fields.length === 0
    ? `Nothing to change: the ${thing} is as it was after change ${seq}`
    : `${Thing} is back at the version of change ${seq}`;
}
