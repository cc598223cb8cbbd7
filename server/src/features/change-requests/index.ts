import type { LoggedWrite } from '../../changes/change-log.ts';
import { editableApps } from '../../edits/edits.service.ts';
import type { AppWrite, Edit, Values } from '../../edits/edits.table.ts';
import { defineFeature, type Office } from '../../feature.ts';
import type { Actor } from '../../http/actor.ts';
import { definedFields } from '../../kit/defined-fields.ts';
import { ended } from '../../pruning/rules.ts';
import { createApplying } from './change-requests.applying.service.ts';
import { createMaking, type MakingDeps, mustBeAhead } from './change-requests.making.service.ts';
import { changeRequestsQuota } from './change-requests.quota.ts';
import { changeRequestRoutes } from './change-requests.routes.ts';
import { createChangeRequests } from './change-requests.service.ts';
import { closedRequests, findAuthor, needsApproval } from './change-requests.store.ts';

/** Edits of one app; each is refused by an error of its call. */
type AppEdits = {
  plan(write: LoggedWrite, actor: Actor, edit: Edit): Promise<AppWrite>;
  make(write: LoggedWrite, actor: Actor, edit: Edit): Promise<AppWrite>;
};

/** Changes that wait for a time or an approval (ADR 35). */
export const changeRequests = defineFeature({
  bounds: {
    quotas: [changeRequestsQuota],
    pruning: [ended('changeRequests', closedRequests)],
  },
  build({ db, changeLog, logger, appEdits }: Office & { appEdits: AppEdits }) {
    const readApps = editableApps;
    // The values were checked when they were requested. Each edit checks everything that can have changed since.
    const editOf = (appID: string, changes: Values) =>
      ({ kind: 'change', appID, changesOf: () => changes }) as const;
    const valuesAfter: MakingDeps['valuesAfter'] = async (write, actor, appID, changes) => {
      const { after, countries, configuration } = await appEdits.plan(
        write,
        actor,
        editOf(appID, definedFields(changes)),
      );
      const country = (countries === undefined ? configuration : countries)?.country ?? '';
      return { ...after, selectedUser: after?.userID ?? '', country };
    };
    const make = createMaking({ readApps, valuesAfter });
    const applying = createApplying({
      db,
      changeLog,
      readApps,
      applyEdit: async (write, actor, appID, changes) =>
        void (await appEdits.make(write, actor, editOf(appID, changes))),
      logger,
    });
    const service = createChangeRequests({ db, changeLog, readApps, valuesAfter, make, applying });
    return {
      gives: {
        changeRequests: service,
        requestApproval: service.requestApproval,
        makeRequest: make,
        /** Cancels an open change request; AppError when it is no longer open. */
        cancelRequest: service.cancelIn,
        needsApproval,
        findAuthor,
        mustBeAhead,
      },
      jobs: () => [
        {
          name: 'scheduled changes',
          everyMs: 1_000,
          on: 'each node',
          needs: ['disk', 'believable time'],
          work: applying.applyDue,
          words: {
            failing: 'scheduled changes wait: they cannot be applied',
            again: 'scheduled changes are applied again',
          },
        },
      ],
      register: (server) => changeRequestRoutes(server, { changeRequests: service }),
    };
  },
});
