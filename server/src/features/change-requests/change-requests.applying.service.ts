import type {
  ChangeRequestState,
  RequestedField,
} from '@adwarden/contract/change-requests/change-requests';
import { fieldName } from '@adwarden/contract/changes/changes';
import type { FieldError } from '@adwarden/contract/envelope';
import type { ChangeLog, LoggedWrite } from '../../changes/change-log.ts';
import { isDatabaseGone } from '../../db/errors.ts';
import { believedNow } from '../../db/kept-time.ts';
import { inSavepoint } from '../../db/savepoint.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { Values } from '../../edits/edits.table.ts';
import { type Actor, systemAuthor } from '../../http/actor.ts';
import { AppError, internalMessage } from '../../kit/app-error.ts';
import type { Logger } from '../../kit/logger.ts';
import { withinBytes } from '../../quotas/stored-bytes.ts';
import { type Author, changedSince, dueness, failureOf } from './change-requests.policy.ts';
import * as store from './change-requests.store.ts';
import {
  loggedRow,
  type ReadApps,
  type RequestableApp,
  type StoredRequest,
} from './change-requests.table.ts';

export type ApplyingDeps = {
  db: Db;
  changeLog: ChangeLog;
  readApps: ReadApps<Db>;
  /** Makes an edit as one by its author within a transaction; AppError when the author may not make it now. */
  applyEdit: (write: LoggedWrite, actor: Actor, appID: string, changes: Values) => Promise<void>;
  logger: Logger;
};

/**
 * The result of applying a request. `fields` are the fields at fault; `entries` the seqs of the written entries, if they can be
 * undone.
 */
export type Outcome = {
  state: ChangeRequestState;
  reason: string;
  fields: FieldError[];
  entries?: number[];
};

export type Applying = ReturnType<typeof createApplying>;

/** The number of due requests that one transaction applies. Other writers wait for it, about 5 ms for each request. */
const atOnce = 25;

/** The facts by which a request is judged: its author's account and its app, as they are now. */
type Facts = { author: Author | undefined; app: RequestableApp | undefined };

/** Builds how change requests are applied. */
export function createApplying(deps: ApplyingDeps) {
  const { db, changeLog, readApps, applyEdit, logger } = deps;

  /** Reads the facts of some requests at once; the returned function finds those of one. */
  async function readFacts(tx: Tx, requests: StoredRequest[]) {
    const apps = await readApps(tx, [...new Set(requests.map(({ appID }) => appID))]);
    const authors = await store.findAuthors(
      tx,
      requests.map(({ authorId }) => authorId),
    );
    return ({ appID, authorKind, authorId }: StoredRequest): Facts => ({
      author: authors.find(({ kind, id }) => kind === authorKind && id === authorId),
      app: apps.get(appID),
    });
  }

  /**
   * Applies a request, if its time has come and nothing prevents it. An error other than the database's affects only this
   * request: it fails, and nothing of it is written. `anyway`: apply it although somebody has changed the fields since.
   */
  async function carryOut(
    write: LoggedWrite,
    request: StoredRequest,
    { author, app, now, anyway = false }: Facts & { now: number; anyway?: boolean },
  ): Promise<Outcome> {
    const failure = failureOf(request, author, app);
    if (failure || !author || !app) return failed(failure ?? '', 'appID');
    if (!anyway) {
      const isDue = dueness(request.at, now);
      if (isDue === 'wait') return { state: 'scheduled', reason: '', fields: [] };
      if (isDue === 'missed') return missed;
      const changed = changedSince(request, app);
      if (changed.length > 0) return conflict(changed);
    }
    const actor = actorOf(request, author);
    const { appID, changes } = request;
    const entries: number[] = [];
    let canUndo = true;
    const authored = write.as(actor);
    const log: LoggedWrite['log'] = async (...written) => {
      const seqs = await authored.log(...written);
      entries.push(...seqs);
      canUndo &&= written.every(({ action }) => action === 'update');
      return seqs;
    };
    try {
      const apply = () => applyEdit({ ...authored, log }, actor, appID, changes);
      await inSavepoint(write.tx, () => withinBytes(authored, apply, 'later'));
      return { state: 'applied', reason: '', fields: [], entries: canUndo ? entries : [] };
    } catch (error) {
      if (isDatabaseGone(error)) throw error;
      if (error instanceof AppError) return failed(error.message, error.fields[0]?.field);
      logger.error({ err: error, changeRequest: request.id }, 'a change request has failed');
      return failed(internalMessage);
    }
  }

  /** Writes the new states of requests, with an entry of the log for each by the author of `write`. */
  async function settle(
    { tx, log }: LoggedWrite,
    requests: StoredRequest[],
    changedAt: number,
  ): Promise<void> {
    await store.saveStates(tx, requests, changedAt);
    await log(
      ...requests.map((request) => ({
        entity: 'change-request' as const,
        key: request.id,
        action: 'update' as const,
        row: loggedRow(request),
      })),
    );
  }

  return {
    settle,

    /** Applies one request, as somebody has decided just now. */
    async carryOutOne(
      write: LoggedWrite,
      request: StoredRequest,
      { now, anyway }: { now: number; anyway: boolean },
    ): Promise<Outcome> {
      const facts = (await readFacts(write.tx, [request]))(request);
      return carryOut(write, request, { ...facts, now, anyway });
    },

    /**
     * Applies scheduled requests whose time has come, and returns whether more may be due. The transaction that applies a request
     * also reads it. Writing transactions of all nodes run one after the other, so each is applied once.
     */
    async applyDue(): Promise<boolean> {
      if (!(await store.isAnyDue(db))) return false;
      return changeLog(systemAuthor, async (write) => {
        const { tx } = write;
        const now = await believedNow(tx);
        const requests = await store.dueRequests(tx, atOnce);
        const factsOf = await readFacts(tx, requests);
        const seen = new Set<string>();
        const settled: StoredRequest[] = [];
        for (const request of requests) {
          // An earlier request of this batch may have changed the app.
          const isAgain = seen.has(request.appID);
          const facts = (isAgain ? await readFacts(tx, [request]) : factsOf)(request);
          seen.add(request.appID);
          const { state, reason } = await carryOut(write, request, { ...facts, now });
          settled.push({ ...request, state, reason, changedAt: now });
        }
        if (settled.length > 0) await settle(write, settled, now);
        return requests.length === atOnce;
      });
    },
  };
}

const missed: Outcome = {
  state: 'missed',
  reason: 'Its time passed more than a day ago',
  fields: [],
};

function failed(reason: string, field?: string): Outcome {
  return { state: 'failed', reason, fields: field ? [{ field, message: reason }] : [] };
}

function conflict(changed: RequestedField[]): Outcome {
  const names = changed.map((field) => fieldName('app', field));
  const fields = changed.map((field, place) => ({
    field,
    message: `${names[place]} was changed since`,
  }));
  return { state: 'conflict', reason: `Changed since: ${names.join(', ')}`, fields };
}

/** Returns the author, marked as the log shows it: with both people of an approval, and that the change was scheduled. */
function actorOf(request: StoredRequest, { login }: Author): Actor {
  const { authorKind, authorId, authorName, authorAddress, decidedById, decidedByName } = request;
  const isDecided = decidedById !== '' && decidedById !== authorId;
  const by = request.approval === 'on' ? 'approved by' : 'applied by';
  const marks = [
    ...(request.at === null ? [] : ['scheduled']),
    ...(isDecided ? [`${by} ${decidedByName}`] : []),
  ];
  return {
    kind: authorKind,
    id: authorId,
    fullName: marks.length > 0 ? `${authorName} (${marks.join(', ')})` : authorName,
    login,
    address: authorAddress,
  };
}
