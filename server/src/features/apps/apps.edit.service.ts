import type { LoggedWrite } from '../../changes/change-log.ts';
import { staleEdit } from '../../changes/stale-edit.ts';
import type { Tx } from '../../db/schema.ts';
import { errorOf } from '../../edits/edits.check.service.ts';
import type { Edits } from '../../edits/edits.service.ts';
import type { AppWrite, Edit, PlannedEdit } from '../../edits/edits.table.ts';
import type { Actor } from '../../http/actor.ts';
import type { AppError } from '../../kit/app-error.ts';
import type { Reader } from '../../sight/secrets.policy.ts';
import { presentApp } from './apps.present.ts';

export type AppEdits = ReturnType<typeof createAppEdits>;

/** Builds edits of one app; each is refused by an error of its call. */
export function createAppEdits(edits: Edits) {
  return {
    /** Plans what an edit would write; AppError when the actor may not make it now. */
    async plan(write: Pick<LoggedWrite, 'tx' | 'at'>, actor: Actor, edit: Edit): Promise<AppWrite> {
      return accepted(write.tx, actor, await edits.plan(write, actor, [edit]));
    },

    /** Makes an edit within a transaction; it writes nothing when nothing changes. AppError when it is refused. */
    async make(write: LoggedWrite, actor: Actor, edit: Edit): Promise<AppWrite> {
      return accepted(write.tx, actor, await edits.make(write, actor, [edit]));
    },
  };
}

async function accepted(tx: Tx, reader: Reader, [planned]: PlannedEdit[]): Promise<AppWrite> {
  if (!planned) throw new Error('An edit was not judged');
  if (planned.refusal === null) return planned.write;
  throw await errorOfOne(tx, reader, planned);
}

/** Returns the error for a refused edit. For an edit of an older version, it has the present app and who changed it (409). */
async function errorOfOne(
  tx: Tx,
  reader: Reader,
  { app, refusal }: PlannedEdit & { refusal: object },
): Promise<AppError> {
  if (refusal.code !== 'stale' || !app) return errorOf(refusal);
  return staleEdit(tx, {
    thing: 'application',
    version: app.version,
    otherwiseAt: app.row.updatedAt,
    current: presentApp(reader, app.row),
  });
}
