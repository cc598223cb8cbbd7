import type { RequestedChanges } from '@adwarden/contract/change-requests/change-requests';
import { onlySettable } from '@adwarden/contract/people/app-fields';
import type { Person } from '@adwarden/contract/people/people';
import type { LoggedWrite } from '../../../changes/change-log.ts';
import { isDatabaseGone } from '../../../db/errors.ts';
import { inSavepoint } from '../../../db/savepoint.ts';
import type { Db } from '../../../db/schema.ts';
import type { Edits } from '../../../edits/edits.service.ts';
import type { Edit } from '../../../edits/edits.table.ts';
import { rotation } from '../../../edits/tokens.policy.ts';
import type { Actor } from '../../../http/actor.ts';
import { AppError, internalMessage } from '../../../kit/app-error.ts';
import type { Logger } from '../../../kit/logger.ts';
import { withinBytes } from '../../../quotas/stored-bytes.ts';
import { changesOf } from '../batches.change.ts';
import {
  authorOf,
  type Became,
  type ReadApps,
  type StoredApp,
  type StoredBatch,
} from '../batches.table.ts';
import { becameOf, type Results } from './batches.running.table.ts';
import type { TakeBack } from './batches.undo.service.ts';

export type CarryOutDeps = {
  edits: Pick<Edits, 'make'>;
  takeBack: TakeBack;
  readApps: ReadApps;
  /** Returns the account of an author as it is now; undefined when it was deleted, was disabled or may only view. */
  findAccount: (
    db: Db,
    author: Person,
  ) => Promise<{ login: string; needsApproval: 'on' | 'off' } | undefined>;
  /** Makes a change request and returns its id; AppError when it cannot be made. */
  makeRequest: (
    write: LoggedWrite,
    actor: Actor,
    request: { appID: string; changes: RequestedChanges; at: number | null; madeAt: number },
  ) => Promise<string>;
  logger: Logger;
};

export type CarryOut = ReturnType<typeof createCarryOut>;

/**
 * Builds how the next apps of a batch are carried out; all have the same outcome of the preview. Returns what became of
 * them, in their order.
 */
export function createCarryOut(deps: CarryOutDeps) {
  const { edits, takeBack, readApps, findAccount, makeRequest, logger } = deps;

  /** Does everything that takes effect at once: edits, new apps, new tokens and deletions. */
  async function changeAtOnce(
    write: LoggedWrite,
    actor: Actor,
    { batch, isNew, apps }: { batch: StoredBatch; isNew: boolean; apps: StoredApp[] },
  ): Results {
    const { change } = batch;
    const make = async (some: Edit[]) => becameOf(await edits.make(write, actor, some));
    const { delete: isDeletion, rotateTokens } = change;
    const versionsOf = ({ appID, version, countryVersion }: StoredApp) => ({
      appID,
      version,
      countryVersion,
    });
    if (isNew) {
      return make(
        apps.map(({ appID, changes = {} }) => ({
          kind: 'create',
          appID,
          values: onlySettable(actor, changes),
        })),
      );
    }
    if (isDeletion) return make(apps.map((app) => ({ kind: 'delete', ...versionsOf(app) })));
    const tokens = rotateTokens && rotation(rotateTokens.keepOldForDays);
    if (batch.kind === 'tokens' && tokens) {
      return make(apps.map((app) => ({ ...tokens, ...versionsOf(app) })));
    }
    const planned = await edits.make(
      write,
      actor,
      apps.map((app) => ({
        kind: 'change',
        ...versionsOf(app),
        changesOf: (values) => app.changes ?? changesOf(values, change).changes,
      })),
    );
    if (!tokens) return becameOf(planned);
    // This batch has given these apps newer versions.
    const rest = planned.flatMap(({ appID, refusal }) => (refusal ? [] : { ...tokens, appID }));
    return new Map([...becameOf(planned), ...(await make(rest))]);
  }

  /** Makes a change request for one app; a refusal affects only this one. */
  async function request(
    write: LoggedWrite,
    actor: Actor,
    batch: StoredBatch,
    app: StoredApp,
  ): Promise<Became> {
    const now = (await readApps(write.tx, [app.appID])).get(app.appID);
    if (!now) return { outcome: 'skipped', reason: 'The application was deleted since' };
    const changes = app.changes ?? changesOf(now.values, batch.change).changes;
    const hasOtherCountries =
      changes.country !== undefined && now.countryVersion !== app.countryVersion;
    if (now.version !== app.version || hasOtherCountries) {
      return { outcome: 'skipped', reason: 'Somebody has changed this application since' };
    }
    const id = await makeRequest(write, actor, {
      appID: app.appID,
      changes: changes as RequestedChanges,
      at: batch.at,
      // A batch may still make requests after their scheduled time has come.
      madeAt: batch.startedAt ?? batch.createdAt,
    });
    const reason = batch.change.rotateTokens ? 'The token stays as it is' : '';
    return { outcome: 'requested', reason, request: id };
  }

  /** Does something for one app. An error affects only this app: it fails, and nothing of it is written. */
  async function alone(
    write: LoggedWrite,
    app: StoredApp,
    work: () => Promise<Became>,
  ): Promise<Became> {
    try {
      return await inSavepoint(write.tx, () => withinBytes(write, work, 'later'));
    } catch (error) {
      if (isDatabaseGone(error)) throw error;
      if (error instanceof AppError) return { outcome: 'failed', reason: error.message };
      logger.error({ err: error, appID: app.appID }, 'an app of a batch has failed');
      return { outcome: 'failed', reason: internalMessage };
    }
  }

  /** Does the work for all apps together; if that fails, for each app alone. */
  async function together(
    write: LoggedWrite,
    apps: StoredApp[],
    work: (some: StoredApp[]) => Results,
  ): Promise<Became[]> {
    const of = (became: Awaited<Results>, { appID }: StoredApp) => {
      const one = became.get(appID);
      if (!one) throw new Error('An app of a batch has no outcome');
      return one;
    };
    try {
      const became = await inSavepoint(write.tx, () =>
        withinBytes(write, () => work(apps), 'later'),
      );
      return apps.map((app) => of(became, app));
    } catch (error) {
      if (isDatabaseGone(error)) throw error;
      if (!(error instanceof AppError)) {
        logger.warn({ err: error }, 'apps of a batch are changed one by one, because some failed');
      }
    }
    const all: Became[] = [];
    for (const app of apps) {
      all.push(await alone(write, app, async () => of(await work([app]), app)));
    }
    return all;
  }

  return async (write: LoggedWrite, batch: StoredBatch, apps: StoredApp[]): Promise<Became[]> => {
    const author = authorOf(batch);
    const account = await findAccount(write.tx, author);
    if (!account) {
      const reason =
        'The account of the person who started it was deleted, disabled or made a viewer';
      return apps.map(() => ({ outcome: 'failed', reason }));
    }
    const actor: Actor = { ...author, login: account.login };
    const as = write.as(actor);
    if (batch.kind === 'undo') {
      return takeBack(as, actor, batch.undoOf ?? '', apps, { together, alone });
    }
    const isEdit = batch.kind === 'edit' || batch.kind === 'request' || batch.kind === 'import';
    const isNew = apps[0]?.outcome === 'created';
    const isRequest = batch.at !== null || account.needsApproval === 'on';
    if (isEdit && !isNew && isRequest) {
      const all: Became[] = [];
      for (const app of apps) {
        all.push(await alone(as, app, () => request(as, actor, batch, app)));
      }
      return all;
    }
    return together(as, apps, (some) => changeAtOnce(as, actor, { batch, isNew, apps: some }));
  };
}
