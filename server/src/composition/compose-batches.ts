import type { ChangeLog } from '../changes/change-log.ts';
import type { Db } from '../db/schema.ts';
import { setCountries } from '../features/app-configurations/app-configurations.many.service.ts';
import { storedCountry } from '../features/app-configurations/app-configurations.service.ts';
import { requestableApps } from '../features/apps/apps.edit.service.ts';
import { everyAppID } from '../features/apps/list/apps.list.every.store.ts';
import { checkEditOfMany } from '../features/apps/many/apps.many.check.service.ts';
import { createManyEdits } from '../features/apps/many/apps.many.edit.service.ts';
import { removeMany } from '../features/apps/many/apps.many.remove.service.ts';
import { rotateMany } from '../features/apps/many/apps.many.tokens.service.ts';
import { createBatches } from '../features/batches/batches.service.ts';
import { createPreviews } from '../features/batches/preview/batches.preview.service.ts';
import { createCarryOut } from '../features/batches/running/batches.carry-out.service.ts';
import { createRunning } from '../features/batches/running/batches.run.service.ts';
import { createTakeBack } from '../features/batches/running/batches.undo.service.ts';
import {
  type MakeRequest,
  mustBeAhead,
} from '../features/change-requests/change-requests.making.service.ts';
import type { ChangeRequests } from '../features/change-requests/change-requests.service.ts';
import { findAuthor } from '../features/change-requests/change-requests.store.ts';
import type { WaysBack } from '../features/changes/changes.restore.service.ts';
import { createJudgeChanged } from '../features/findings/findings.changed.service.ts';
import type { Judging } from '../features/findings/judging/judging.service.ts';
import { askForRun } from '../features/findings/judging/run.store.ts';
import type { UsageService } from '../features/usage/usage.service.ts';
import type { Clock } from '../kit/clock.ts';
import type { Logger } from '../kit/logger.ts';

/** Builds the batches upon the edits of apps, their countries and their change requests (ADR 37). */
export function composeBatches(parts: {
  db: Db;
  changeLog: ChangeLog;
  clock: Clock;
  logger: Logger;
  judging: Judging;
  appsPerOwner: number;
  usage: UsageService;
  waysBack: WaysBack;
  changeRequests: ChangeRequests;
  makeRequest: MakeRequest;
}) {
  const { db, changeLog, clock, logger, judging, appsPerOwner, usage, waysBack } = parts;
  const { changeRequests, makeRequest } = parts;
  const { needsApproval } = changeRequests;
  const readApps = requestableApps;
  const judgeChanged = createJudgeChanged({ db, clock, ...judging });
  const previews = createPreviews({
    db,
    readApps,
    everyAppID: ({ search, ...filters }, scope, most) =>
      everyAppID(db, { search, filters }, scope, most),
    requestsByCountry: usage.requestsByCountryOf,
    judgeChanged,
    needsApproval,
    checkEdit: (of, values) => checkEditOfMany(of, values, appsPerOwner),
    storedCountry,
    mustBeAhead: (at, now) => mustBeAhead(at, now, true),
  });
  const many = {
    ...createManyEdits({ appsPerOwner, setCountries }),
    rotate: rotateMany,
    remove: removeMany,
  };
  const takeBack = createTakeBack({
    many,
    readApps,
    restore: waysBack.undoIn,
    cancelRequest: async (write, actor, id) =>
      void (await changeRequests.cancelIn(write, actor, id)),
  });
  const carryOut = createCarryOut({
    many,
    takeBack,
    readApps,
    findAccount: findAuthor,
    makeRequest: async (write, actor, request) => (await makeRequest(write, actor, request)).id,
    logger,
  });
  const { runNext } = createRunning({ db, changeLog, carryOut, judgeSoon: askForRun });
  const batches = createBatches({
    ...{ db, changeLog, previews, needsApproval, readApps, judgeChanged, judgeSoon: askForRun },
  });
  return { batches, previews, runNext };
}
