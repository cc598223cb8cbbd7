import type { Finding } from '@adwarden/contract/findings/findings';
import { type Found, severityOf } from '@adwarden/contract/findings/rules';
import { findingTexts } from '@adwarden/contract/findings/texts';
import type { Actor } from '../../http/actor.ts';
import { isoTime } from '../../kit/clock.ts';
import type { AppNames, ListedFinding } from './findings.list.store.ts';
import { maySeeApp } from './findings.policy.ts';

type Names = ReadonlyMap<string, AppNames>;

/** The apps that a finding is about besides its own: those that the actor may see. */
function appsFor(actor: Actor, appIDs: string[], names: Names): Finding['apps'] {
  return appIDs.flatMap((appID) => {
    const app = names.get(appID);
    return app && maySeeApp(actor, app) ? [{ appID, appName: app.appName }] : [];
  });
}

/** What a rule found in a form. */
export function presentFound(actor: Actor, found: Found, names: Names) {
  const { rule, field, detail, apps = [] } = found;
  const { title, why, todo } = findingTexts[rule];
  const said = { rule, severity: severityOf(rule), field, title, detail, why, todo };
  return { ...said, apps: appsFor(actor, apps, names) };
}

/** The IDs of the apps that a stored finding names. */
export const namedApps = ({ apps }: Pick<ListedFinding, 'apps'>): string[] =>
  apps === '' ? [] : apps.split(' ');

/** A stored finding as the actor may see it: without the name of another owner. */
export function presentFinding(actor: Actor, row: ListedFinding, names: Names): Finding {
  const { appID, appName, accountName, mutedAt, mutedByKind, mutedById, muteReason } = row;
  const isHidden = actor.kind === 'user' && mutedByKind === 'user' && mutedById !== actor.id;
  return {
    appID,
    appName,
    accountName,
    ...presentFound(actor, { ...row, apps: namedApps(row) }, names),
    since: isoTime(row.since),
    mutedAt: mutedAt === null ? null : isoTime(mutedAt),
    mutedBy: isHidden ? 'Another user' : row.mutedBy,
    muteReason,
  };
}
