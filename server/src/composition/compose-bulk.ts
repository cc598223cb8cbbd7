import type { Db } from '../db/schema.ts';
import { checkValues, countriesOf } from '../edits/edits.check.service.ts';
import { editableApps } from '../edits/edits.service.ts';
import { createAccountNames } from '../features/apps/accounts/apps.accounts.service.ts';
import { createWholeLists } from '../features/apps/list/apps.list.whole.service.ts';
import { createPreviews } from '../features/batches/preview/batches.preview.service.ts';
import { mustBeAhead } from '../features/change-requests/change-requests.making.service.ts';
import { needsApproval } from '../features/change-requests/change-requests.store.ts';
import { createExportTexts } from '../features/export/export.service.ts';
import { createJudgeChanged } from '../features/findings/findings.changed.service.ts';
import type { Judging } from '../features/findings/judging/judging.service.ts';
import { createImports } from '../features/import/import.service.ts';
import { type DeliveriesOf, readPaused } from '../features/pauses/pauses.ending.service.ts';
import { createUsage } from '../features/usage/usage.service.ts';
import { createWholeUserLists } from '../features/users/users.whole.service.ts';
import { isIconStored } from '../icons/icons.store.ts';
import type { Clock } from '../kit/clock.ts';

/**
 * Builds what takes seconds with many apps: previews of batches, reading files, and the texts of exports. It only reads,
 * except for the previews that it stores.
 */
export function composeBulk(deps: {
  db: Db;
  clock: Clock;
  judging: Pick<Judging, 'imagine'>;
  appsPerOwner: number;
  deliveriesOf: DeliveriesOf;
}) {
  const { db, clock, judging, appsPerOwner, deliveriesOf } = deps;
  const readApps = editableApps;
  const previews = createPreviews({
    db,
    readApps,
    requestsByCountry: createUsage({ db, clock }).requestsByCountryOf,
    deliveriesOf,
    readPaused: () => readPaused(db),
    judgeChanged: createJudgeChanged({ db, clock, ...judging }),
    needsApproval,
    checkEdit: (of, actor, values) =>
      checkValues(of, actor, values, { appsPerOwner, isIconStored }),
    storedCountry: (text) => countriesOf(text)?.country ?? '',
    mustBeAhead: (at, now) => mustBeAhead(at, now, true),
  });
  const imports = createImports({
    db,
    appsPerOwner,
    readApps,
    accountsCloseTo: createAccountNames({ db }).closeTo,
    previewRows: (actor, session, title, rows) =>
      previews.write(
        { actor, session, kind: 'import', title, change: {}, at: null },
        async (add) => {
          for await (const part of rows) await add(part);
        },
      ),
  });
  const exportTexts = createExportTexts({
    apps: createWholeLists({ db }),
    users: createWholeUserLists({ db }),
  });
  return { makePreview: previews.make, imports, exportTexts };
}
