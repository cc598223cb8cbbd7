import type {
  ChangeRequest,
  ChangeRequestListQuery,
  RequestedChanges,
  RequestedField,
} from '@adwarden/contract/change-requests/change-requests';
import type { ChangeLog, LoggedWrite } from '../../changes/change-log.ts';
import { believedNow } from '../../db/kept-time.ts';
import type { Db } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { inTurns } from '../../http/bounded-page.ts';
import { AppError, invalidField, notFound } from '../../kit/app-error.ts';
import { pick } from '../../kit/pick.ts';
import type { NoteMade } from '../../repeats/repeats.ts';
import type { Applying, Outcome } from './change-requests.applying.service.ts';
import { pageOfRequests } from './change-requests.list.store.ts';
import type { MakeRequest, MakingDeps, Wanted } from './change-requests.making.service.ts';
import { type Action, refusalOf, roleOf } from './change-requests.policy.ts';
import { presentRequest } from './change-requests.present.ts';
import * as store from './change-requests.store.ts';
import type { ReadApps, StoredRequest } from './change-requests.table.ts';

export type ChangeRequestsDeps = Pick<MakingDeps, 'valuesAfter'> & {
  db: Db;
  changeLog: ChangeLog;
  readApps: ReadApps<Db>;
  make: MakeRequest;
  applying: Applying;
};

export type ChangeRequests = ReturnType<typeof createChangeRequests>;

/** Builds what people do with change requests (ADR 35). */
export function createChangeRequests(deps: ChangeRequestsDeps) {
  const { db, changeLog, readApps, make, applying, valuesAfter } = deps;

  /** Finds a request that the actor sees, and its app; 404 for any other. */
  async function find(of: Db, actor: Actor, id: string) {
    const request = await store.findRequest(of, id);
    const app = request && (await readApps(of, [request.appID])).get(request.appID);
    const role = request && roleOf(actor, request, app);
    if (!role) throw notFound('Change request');
    return { request, app, role };
  }

  /** Returns the request, if the actor may do this with it now; AppError `not-found`, `forbidden` or `change-request`. */
  async function load({ tx }: LoggedWrite, actor: Actor, id: string, action: Action) {
    const { request, app, role } = await find(tx, actor, id);
    const refusal = refusalOf(action, role, request);
    if (refusal) {
      const changeRequest = presentRequest(request, app, actor);
      const isAbout = refusal.code === 'change-request';
      throw new AppError(
        refusal.code,
        refusal.message,
        isAbout ? { extra: { changeRequest } } : {},
      );
    }
    return request;
  }

  const present = async (request: StoredRequest, actor: Actor) =>
    presentRequest(request, (await readApps(db, [request.appID])).get(request.appID), actor);

  /** Writes the new state of a request that the actor has decided. */
  async function settle(
    write: LoggedWrite,
    request: StoredRequest,
    { state, reason, now }: Pick<Outcome, 'state' | 'reason'> & { now: number },
  ): Promise<StoredRequest> {
    const settled = { ...request, state, reason, changedAt: now };
    await applying.settle(write, [settled], now);
    return settled;
  }

  /** Ends a request without applying it. */
  async function endIn(
    write: LoggedWrite,
    actor: Actor,
    [id, action]: [string, 'reject' | 'cancel'],
    outcome: Pick<Outcome, 'state' | 'reason'>,
  ) {
    const request = decidedBy(actor, await load(write, actor, id, action));
    return settle(write, request, { ...outcome, now: await believedNow(write.tx) });
  }

  const cancelIn = (write: LoggedWrite, actor: Actor, id: string) =>
    endIn(write, actor, [id, 'cancel'], { state: 'cancelled', reason: '' });

  /**
   * Applies a request or schedules it. When it ends in a conflict, is missed or fails, that is stored, and then the call is
   * refused (409).
   */
  async function carryOut(actor: Actor, id: string, action: 'approve' | 'apply') {
    const { settled, outcome } = await changeLog(actor, async (write) => {
      const request = decidedBy(actor, await load(write, actor, id, action));
      const now = await believedNow(write.tx);
      const anyway = action === 'apply';
      const outcome = await applying.carryOutOne(write, request, { now, anyway });
      return { settled: await settle(write, request, { ...outcome, now }), outcome };
    });
    const changeRequest = await present(settled, actor);
    const { state, reason, fields, entries = [] } = outcome;
    if (state === 'applied' || state === 'scheduled') return { ...changeRequest, entries };
    throw new AppError('change-request', `Not applied. ${reason}`, {
      fields,
      extra: { changeRequest },
    });
  }

  return {
    /** Returns a page of the requests that the actor sees, also without parameters. */
    async page(actor: Actor, query: ChangeRequestListQuery) {
      const { rows, ...totals } = await pageOfRequests(db, query, actor);
      const apps = await readApps(db, [...new Set(rows.map(({ appID }) => appID))]);
      const present = (row: StoredRequest) => presentRequest(row, apps.get(row.appID), actor);
      const needsApproval = await store.needsApproval(db, actor);
      return { items: await inTurns(rows, present), totals, needsApproval };
    },

    read: async (actor: Actor, id: string): Promise<ChangeRequest> => {
      const { request, app } = await find(db, actor, id);
      return presentRequest(request, app, actor);
    },

    /** Stores a change that is applied later; errors name the fields as in the body of this call. */
    async create(actor: Actor, wanted: Wanted, noteMade?: NoteMade): Promise<ChangeRequest> {
      try {
        return await changeLog(actor, async (write) => {
          const made = await make(write, actor, wanted);
          await noteMade?.(write.tx, made.id);
          return made;
        });
      } catch (error) {
        throw error instanceof AppError ? namedAsInBody(error, wanted.changes) : error;
      }
    },

    /** Stores an edit as a request, if the changes of the actor need approval; otherwise null, and the edit is saved at once. */
    async requestApproval(
      write: LoggedWrite,
      actor: Actor,
      { hasNewIcon, ...wanted }: Wanted & { hasNewIcon: boolean },
    ): Promise<ChangeRequest | null> {
      if (!(await store.needsApproval(write.tx, actor))) return null;
      if (hasNewIcon) {
        throw invalidField('icon', 'Your changes need approval: only an administrator sets icons');
      }
      return make(write, actor, wanted);
    },

    approve: (actor: Actor, id: string) => carryOut(actor, id, 'approve'),
    apply: (actor: Actor, id: string) => carryOut(actor, id, 'apply'),

    /** Replaces values of a request that waits for approval; errors name the fields as in the body. */
    async correct(actor: Actor, id: string, changes: RequestedChanges): Promise<ChangeRequest> {
      const corrected = await changeLog(actor, async (write) => {
        const request = await load(write, actor, id, 'approve');
        const fields = Object.keys(changes) as RequestedField[];
        const other = fields.find((field) => request.changes[field] === undefined);
        if (other) throw invalidField(`changes.${other}`, 'This change is not about this field');
        try {
          const after = await valuesAfter(write, actor, request.appID, changes);
          const changedAt = await believedNow(write.tx);
          const next = { ...request, changes: { ...request.changes, ...pick(after, fields) } };
          await store.saveChanges(write.tx, next);
          await applying.settle(write, [next], changedAt);
          return { ...next, changedAt };
        } catch (error) {
          throw error instanceof AppError ? namedAsInBody(error, changes) : error;
        }
      });
      return present(corrected, actor);
    },

    async reject(actor: Actor, id: string, reason: string): Promise<ChangeRequest> {
      const outcome = { state: 'rejected' as const, reason };
      const rejected = await changeLog(actor, (write) =>
        endIn(write, actor, [id, 'reject'], outcome),
      );
      return present(rejected, actor);
    },

    async cancel(actor: Actor, id: string): Promise<ChangeRequest> {
      const cancelled = await changeLog(actor, (write) => cancelIn(write, actor, id));
      return present(cancelled, actor);
    },

    /** Cancels a request within a transaction; AppError `change-request` when it is no longer open. */
    cancelIn,
  };
}

function decidedBy({ kind, id, fullName }: Actor, request: StoredRequest): StoredRequest {
  return { ...request, decidedByKind: kind, decidedById: id, decidedByName: fullName };
}

/** Returns a refusal with the fields named as in the body: `changes.appName`; an unknown app is an error of `appID`. */
function namedAsInBody(error: AppError, changes: RequestedChanges): AppError {
  const { code, message, extra } = error;
  const fields =
    code === 'not-found'
      ? [{ field: 'appID', message }]
      : error.fields.map(({ field, message }) => ({
          field: field in changes ? `changes.${field}` : field,
          message,
        }));
  return new AppError(code, message, { fields, extra });
}
