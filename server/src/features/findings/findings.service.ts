import type { AppStats } from '@adwarden/contract/apps';
import type {
  AppWithFindings,
  Finding,
  FindingListQuery,
  MuteFindingForm,
  UnmuteFindingForm,
} from '@adwarden/contract/findings/findings';
import { findingRuleNames, findingSeverities, severityOf } from '@adwarden/contract/findings/rules';
import type { ChangeLog } from '../../changes/change-log.ts';
import type { Db } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { notFound } from '../../kit/app-error.ts';
import { seenApps } from '../../sight/apps.policy.ts';
import {
  appsByRule,
  appsWithFindings,
  type FindingFilter,
  findingsOfApps,
  type ListedFinding,
  namedFinding,
  namesOf,
  pageOfFindings,
} from './findings.list.store.ts';
import { namedApps, presentFinding } from './findings.present.ts';
import { setMute } from './findings.store.ts';
import { installation, rankOf } from './findings.table.ts';
import { notMuted } from './rules/compare.ts';

export type FindingsService = ReturnType<typeof createFindings>;

/** The key in the log of changes for findings about the installation. */
const installationKey = 'installation';

/** The number of apps that the dashboard names; the installation counts as one. */
const worstApps = 5;

/** Returns the filter of a query, limited to the findings that the actor may see. */
function filterOf(actor: Actor, query: FindingListQuery): FindingFilter {
  const { page: _, pageSize: __, severity, muted, ...filter } = query;
  return {
    ...filter,
    rank: severity && rankOf(severity),
    muted: muted === undefined ? undefined : muted === 'true',
    ...seenApps(actor),
  };
}

/** Builds the list of findings, and muting (ADR 36). */
export function createFindings({ db, changeLog }: { db: Db; changeLog: ChangeLog }) {
  async function presented(actor: Actor, rows: ListedFinding[]): Promise<Finding[]> {
    const names = await namesOf(db, [...new Set(rows.flatMap(namedApps))]);
    return rows.map((row) => presentFinding(actor, row, names));
  }

  /** Changes the mute of a finding, with an entry in the log; 404 for one that the actor may not see. */
  async function change(
    actor: Actor,
    form: UnmuteFindingForm,
    action: 'mute' | 'unmute',
    muteAt: (at: number) => Pick<ListedFinding, keyof typeof notMuted>,
  ): Promise<Finding> {
    const row = await changeLog(actor, async ({ tx, at, log }) => {
      const before = await namedFinding(tx, form, seenApps(actor));
      if (!before) throw notFound('Finding');
      const { appID, appName, rule, field } = before;
      const row = { ...before, ...muteAt(at) };
      const { muteReason } = row;
      if (action === 'unmute' && before.mutedAt === null) return before;
      await log({
        entity: 'finding',
        key: appID === installation ? installationKey : appID,
        action,
        row: { appID, appName: appName || 'Installation', rule, field, muteReason },
      });
      await setMute(tx, row);
      return row;
    });
    return (await presented(actor, [row]))[0] as Finding;
  }

  return {
    /** Returns a page of findings: of all apps and of the installation for an administrator, of their own apps for an owner. */
    async list(actor: Actor, query: FindingListQuery) {
      const { page, pageSize } = query;
      const filter = filterOf(actor, query);
      const { rows, total } = await pageOfFindings(db, filter, { page, pageSize });
      return { items: await presented(actor, rows), total, page, pageSize };
    },

    /** Returns a page of the same findings by app, apps with most requests first; the installation comes before all apps. */
    async apps(actor: Actor, query: FindingListQuery) {
      const { page, pageSize } = query;
      const filter = filterOf(actor, query);
      const hasWords = filter.account !== undefined || filter.search !== undefined;
      const own = hasWords ? [] : await findingsOfApps(db, filter, [installation]);
      const before = own.length > 0 ? 1 : 0;
      const skipped = Math.max(0, page * pageSize - before);
      const limit = page === 0 ? pageSize - before : pageSize;
      const { apps, total } = await appsWithFindings(db, filter, { offset: skipped, limit });
      const shown = page === 0 && before > 0 ? [installation] : [];
      const rows = await findingsOfApps(db, filter, [...shown, ...apps.map(({ appID }) => appID)]);
      const byApp = Map.groupBy(await presented(actor, rows), ({ appID }) => appID);
      const requests = new Map(apps.map(({ appID, requests7d }) => [appID, requests7d]));
      // An app whose findings have ended in the meantime is left out.
      const items = [...shown, ...requests.keys()].flatMap((appID): AppWithFindings[] => {
        const findings = byApp.get(appID) ?? [];
        const [worst] = findings;
        if (!worst) return [];
        const { appName, accountName } = worst;
        const requests7d = requests.get(appID) ?? null;
        return [{ appID, appName, accountName, requests7d, findings }];
      });
      return { items, total: total + before, page, pageSize };
    },

    /**
     * Returns the apps with the worst open findings, of this owner or of all: by severity, then by requests. In the list of all,
     * the installation comes before the apps of its severity.
     */
    async worstApps({ ownerId }: { ownerId?: string | undefined }): Promise<AppStats['worstApps']> {
      const filter = { ownerId, muted: false };
      const byApp = new Map<string, ListedFinding[]>();
      const requests = new Map<string, number>();
      const add = (found: ListedFinding[]) => {
        for (const one of found) byApp.set(one.appID, [...(byApp.get(one.appID) ?? []), one]);
      };
      const own = ownerId === undefined ? await findingsOfApps(db, filter, [installation]) : [];
      for (const rank of findingSeverities.map(rankOf)) {
        if (own[0]?.rank === rank) add(own);
        if (byApp.size >= worstApps) break;
        // The first apps of this rank may be apps with a worse finding, which are in the list already.
        const question = { offset: 0, limit: worstApps + byApp.size };
        const { apps } = await appsWithFindings(db, { ...filter, rank }, question);
        const fresh = apps.filter(({ appID }) => !byApp.has(appID));
        for (const { appID, requests7d } of fresh) requests.set(appID, requests7d);
        const found = await findingsOfApps(
          db,
          filter,
          fresh.map(({ appID }) => appID),
        );
        const sorted = Map.groupBy(found, ({ appID }) => appID);
        for (const { appID } of fresh) add(sorted.get(appID) ?? []);
      }
      return [...byApp].slice(0, worstApps).flatMap(([appID, found]) => {
        const [worst] = found;
        if (!worst) return [];
        const { appName, rule } = worst;
        const requests7d = requests.get(appID) ?? 0;
        return [
          { appID, appName, rule, severity: severityOf(rule), findings: found.length, requests7d },
        ];
      });
    },

    /** Mutes a finding until its facts change; a muted one gets another reason. */
    mute: (actor: Actor, { reason, ...form }: MuteFindingForm) =>
      change(actor, form, 'mute', (at) => ({
        mutedAt: at,
        mutedByKind: actor.kind,
        mutedById: actor.id,
        mutedBy: actor.fullName,
        muteReason: reason,
      })),

    /** Opens a muted finding again; an open one stays as it is. */
    unmute: (actor: Actor, form: UnmuteFindingForm) =>
      change(actor, form, 'unmute', () => notMuted),

    /**
     * Returns the rules with open findings, the worst first, and the number of apps of this owner, or of all, that each concerns.
     */
    async countsByRule(scope: { ownerId?: string | undefined }) {
      const counts = new Map((await appsByRule(db, scope)).map(({ rule, apps }) => [rule, apps]));
      return findingRuleNames.flatMap((rule) => {
        const apps = counts.get(rule);
        return apps === undefined ? [] : [{ rule, severity: severityOf(rule), apps }];
      });
    },
  };
}
