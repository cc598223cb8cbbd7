import type { LoggedWrite } from '../changes/change-log.ts';
import { timeOfEnds } from '../db/kept-time.ts';
import type { Db } from '../db/schema.ts';
import type { Actor } from '../http/actor.ts';
import { appsWithCountry, type WholeApp, wholeApps } from './apps.store.ts';
import { fieldsOf } from './apps.table.ts';
import { type FactsDeps, readEditFacts } from './edits.facts.service.ts';
import { planEdit, wantedValues } from './edits.plan.policy.ts';
import type { AppValues, Edit, NewValues, PlannedEdit } from './edits.table.ts';
import { writeApps } from './edits.write.service.ts';

export type Edits = ReturnType<typeof createEdits>;

/**
 * Builds the one way in which apps are edited: by a form, a schedule, an approval, a batch, an import or an undo. Rules and
 * messages are the same for all of them, for one app and for many.
 */
export function createEdits(deps: FactsDeps) {
  /** Judges edits, each of another app, with a few statements for all of them. Writes nothing. */
  async function plan(
    { tx, at }: Pick<LoggedWrite, 'tx' | 'at'>,
    actor: Actor,
    edits: Edit[],
  ): Promise<PlannedEdit[]> {
    const apps = await wholeApps(
      tx,
      edits.flatMap(({ kind, appID }) => (kind === 'create' ? [] : appID)),
    );
    const hasTokens = edits.some(({ kind }) => kind === 'tokens');
    const ofTokens = hasTokens ? await timeOfEnds(tx, at) : at;
    const judged = edits.map((edit) => {
      const app = apps.get(edit.appID);
      const time = edit.kind === 'tokens' ? ofTokens : at;
      return { edit, app, values: wantedValues(edit, app), actor, at: time };
    });
    const facts = await readEditFacts(
      tx,
      edits.some(({ kind }) => kind === 'create') ? actor : null,
      judged.map(({ values, app }) => newValues(values, app)),
      deps,
    );
    return judged.map((one) => planEdit(one, facts));
  }

  return {
    plan,

    /** Makes edits, each of another app, with an entry of the log for each change. Refused edits write nothing. */
    async make(write: LoggedWrite, actor: Actor, edits: Edit[]): Promise<PlannedEdit[]> {
      const planned = await plan(write, actor, edits);
      await writeApps(
        write,
        planned.flatMap((one) => (one.refusal === null ? one.write : [])),
      );
      return planned;
    },
  };
}

/** Drops the values that the app has already: they need no facts. */
function newValues(values: NewValues, app: WholeApp | undefined): NewValues {
  const { category, selectedUser, ...rest } = values;
  const { snapshot } = app ?? {};
  return {
    ...rest,
    ...(category !== undefined && category !== snapshot?.category && { category }),
    ...(selectedUser !== undefined && selectedUser !== snapshot?.userID && { selectedUser }),
  };
}

/**
 * Reads the fields of some apps that an edit may set, by app ID. `version` and `countryVersion` are those of the app and of its
 * configuration, 0 without one.
 */
export async function editableApps(db: Db, appIDs: string[]) {
  const rows = appIDs.length > 0 ? await appsWithCountry(db, appIDs) : [];
  return new Map(
    rows.map((row) => {
      const { appID, appName, ownerId, userID, country, version, countryVersion } = row;
      const values: AppValues = {
        ...fieldsOf(row),
        selectedUser: userID ?? '',
        country: country ?? '',
      };
      const versions = { version, countryVersion: countryVersion ?? 0 };
      return [appID, { appName, ownerId, values, ...versions }] as const;
    }),
  );
}
