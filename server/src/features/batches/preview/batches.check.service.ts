import { type BatchChange, isEdit } from '@adwarden/contract/batches/batch-change';
import type { BatchKind } from '@adwarden/contract/batches/batches';
import { believedNow } from '../../../db/kept-time.ts';
import type { Db } from '../../../db/schema.ts';
import type { Values } from '../../../edits/edits.table.ts';
import type { Actor } from '../../../http/actor.ts';
import { AppError, invalidField } from '../../../kit/app-error.ts';
import { closedPart } from '../batches.policy.ts';

export type ChangeCheckDeps = {
  db: Db;
  /** Tells whether what this actor changes in apps needs the approval of an administrator. */
  needsApproval: (db: Db, actor: Actor) => Promise<boolean>;
  /** Returns the values as they are stored; AppError 400. `refusal` takes room for one more app of the new owner. */
  checkEdit: (
    db: Db,
    actor: Actor,
    values: Values,
  ) => Promise<{ values: Values; refusal: (app: { ownerId: string | null }) => string | null }>;
  /** Returns the text of a list of countries as it is stored; AppError 400. */
  storedCountry: (text: string) => string;
  /** Refuses (400) a time that is past or too far ahead. */
  mustBeAhead: (at: number, now: number) => void;
};

/**
 * A change as it is stored, without the values of each app, which are in its row. `each`: the values that an app gets and not all
 * apps get. `refusal`: why an app cannot get the new owner; null if it can.
 */
export type CheckedChange = {
  change: BatchChange;
  each: NonNullable<BatchChange['setEach']>;
  kind: BatchKind;
  refusal: (app: { ownerId: string | null }) => string | null;
};

/** Builds the check of a change before any app is read: AppError 400 names the field as in the body. */
export function createChangeCheck(deps: ChangeCheckDeps) {
  const { db, needsApproval, checkEdit, storedCountry, mustBeAhead } = deps;

  return async (actor: Actor, form: BatchChange): Promise<CheckedChange> => {
    const closed = closedPart(actor, form);
    if (closed) throw invalidField(closed.field, closed.message);
    const { at = null, country, countries, set, setEach, rotateTokens } = form;
    const needs = await needsApproval(db, actor);
    if (at !== null) await within('change', async () => mustBeAhead(at, await believedNow(db)));
    const isRequest = isEdit(form) && (at !== null || needs);
    if (isRequest && rotateTokens) {
      const message = 'Your changes need approval: give new tokens in a bulk change of their own';
      throw invalidField('change.rotateTokens', message);
    }
    const { values, refusal } = await within('change.set', () =>
      checkEdit(db, actor, (set ?? {}) as Values),
    );
    for (const [category, appID] of categoriesIn(setEach)) {
      await within(`change.setEach.${appID}`, () => checkEdit(db, actor, { category }));
    }
    const stored = country ? await within('change', async () => storedCountry(country)) : country;
    for (const text of [countries?.add, countries?.remove]) {
      if (text) await within('change', async () => storedCountry(text));
    }
    const change: BatchChange = {
      ...form,
      ...(set && { set: values as NonNullable<BatchChange['set']> }),
      ...(stored !== undefined && { country: stored }),
      ...(setEach && { setEach: {} }),
    };
    return { change, each: setEach ?? {}, kind: kindOf(form, Boolean(isRequest)), refusal };
  };
}

/** Returns each category that some app gets, with one of these apps. */
const categoriesIn = (setEach: BatchChange['setEach'] = {}) =>
  new Map(
    Object.entries(setEach).flatMap(([appID, { category }]) =>
      category === undefined ? [] : [[category, appID] as const],
    ),
  );

function kindOf(change: BatchChange, isRequest: boolean): BatchKind {
  if (change.delete) return 'delete';
  if (isRequest) return 'request';
  return isEdit(change) ? 'edit' : 'tokens';
}

/** Runs a check whose refusals name fields, and puts the part of the body before their names. */
async function within<T>(part: string, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, extra } = error;
    const fields = error.fields.map((one) => ({ ...one, field: `${part}.${one.field}` }));
    throw new AppError(code, message, { fields, extra });
  }
}
