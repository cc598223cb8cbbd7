import type { Keeper, Keepers } from '../../changes/keeper.ts';
import { checkValues, countriesOf } from '../../edits/edits.check.service.ts';
import { editableApps } from '../../edits/edits.service.ts';
import { defineFeature, type Office } from '../../feature.ts';
import type { Actor } from '../../http/actor.ts';
import { isIconStored } from '../../icons/icons.store.ts';
import { loggedBytesOfUndoQuota, loggedBytesQuota, runningBatchesQuota } from './batches.quota.ts';
import { batchRoutes } from './batches.routes.ts';
import { type BatchesDeps, createBatches } from './batches.service.ts';
import { createPreviews, type PreviewDeps } from './preview/batches.preview.service.ts';
import type { PreviewRow } from './preview/batches.writer.service.ts';
import { batchesPruning } from './pruning/batches.pruning.ts';
import { type CarryOutDeps, createCarryOut } from './running/batches.carry-out.service.ts';
import { createCarryOutNext } from './running/batches.run.service.ts';
import { createTurns } from './running/batches.turns.service.ts';
import { createTakeBack, type TakeBackDeps } from './running/batches.undo.service.ts';

/** The functions that batches take from earlier features. */
type Taken = Pick<BatchesDeps, 'needsApproval' | 'judgeSoon' | 'judgeChanged'> &
  Pick<PreviewDeps, 'deliveriesOf' | 'readPaused'> & {
    requestsByCountryOf: PreviewDeps['requestsByCountry'];
    mustBeAhead: (at: number | null, now: number, needsApproval: boolean) => void;
    findAuthor: CarryOutDeps['findAccount'];
    makeRequest: (...request: Parameters<CarryOutDeps['makeRequest']>) => Promise<{ id: string }>;
    cancelRequest: (...request: Parameters<TakeBackDeps['cancelRequest']>) => Promise<unknown>;
    // biome-ignore lint/suspicious/noExplicitAny: the rows of the log are known to the keeper of apps alone
    appKeeper: Keeper<any>;
    createUndoIn: (keepers: Keepers) => TakeBackDeps['restore'];
  };

/** One change of many apps, with a preview and an undo (ADR 37). */
export const batches = defineFeature({
  bounds: {
    quotas: [runningBatchesQuota, loggedBytesQuota, loggedBytesOfUndoQuota],
    pruning: batchesPruning,
  },
  build(office: Office & Taken) {
    const { db, changeLog, edits, settings, logger, judgeChanged, needsApproval } = office;
    const { appsPerOwner } = settings;
    const readApps = editableApps;
    const previews = createPreviews({
      db,
      readApps,
      requestsByCountry: office.requestsByCountryOf,
      deliveriesOf: office.deliveriesOf,
      readPaused: office.readPaused,
      judgeChanged,
      needsApproval,
      checkEdit: (of, actor, values) =>
        checkValues(of, actor, values, { appsPerOwner, isIconStored }),
      storedCountry: (text) => countriesOf(text)?.country ?? '',
      mustBeAhead: (at, now) => office.mustBeAhead(at, now, true),
    });
    const service = createBatches({
      db,
      changeLog,
      makePreview: previews.make,
      needsApproval,
      judgeSoon: office.judgeSoon,
      readApps,
      judgeChanged,
    });
    const takeBack = createTakeBack({
      edits,
      readApps,
      restore: office.createUndoIn({ app: office.appKeeper }),
      cancelRequest: async (write, actor, id) =>
        void (await office.cancelRequest(write, actor, id)),
    });
    const carryOut = createCarryOut({
      edits,
      takeBack,
      readApps,
      findAccount: office.findAuthor,
      makeRequest: async (write, actor, request) =>
        (await office.makeRequest(write, actor, request)).id,
      logger,
    });
    const { judgeSoon } = office;
    const carryOutNext = createCarryOutNext({ db, changeLog, carryOut, judgeSoon });
    /** Carries out some apps of a batch; returns whether any batch runs. */
    const runNext = createTurns({ db, carryOutNext });
    return {
      gives: {
        batches: service,
        /** Stores what the rows of a file would do, as a preview. It belongs to the session. */
        previewRows: (
          actor: Actor,
          session: string,
          title: string,
          rows: AsyncIterable<PreviewRow[]>,
        ) =>
          previews.write(
            { actor, session, kind: 'import', title, change: {}, at: null },
            async (add) => {
              for await (const part of rows) await add(part);
            },
          ),
        carryOutNext,
        runNext,
      },
      // Twice a second, so that a batch whose process died goes on here or on another node.
      jobs: () => [
        {
          name: 'batches',
          everyMs: 500,
          on: 'each node',
          needs: ['disk'],
          work: runNext,
          words: {
            failing: 'batches wait: they cannot be carried out',
            again: 'batches are carried out again',
          },
        },
      ],
      register: (server) => batchRoutes(server, { batches: service }),
    };
  },
});
