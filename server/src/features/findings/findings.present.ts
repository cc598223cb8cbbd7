import type { Finding } from '@adwarden/contract/findings/findings';
import { type Found, severityOf } from '@adwarden/contract/findings/rules';
import { findingTextsFor } from '@adwarden/contract/findings/texts';
import type { Actor } from '../../http/actor.ts';
import { isoTime, isoTimeOrNull } from '../../kit/clock.ts';
import { seenFinding, seenMute } from '../../sight/findings.policy.ts';
import type { AppNames, ListedFinding } from './findings.list.store.ts';

type Names = ReadonlyMap<string, AppNames>;

/** Returns what a rule found in a form, as the actor may see it. */
export function presentFound(actor: Actor, found: Found, names: Names) {
  const { rule, field } = found;
  const { title, why, todo } = findingTextsFor(actor.kind, rule);
  const { detail, apps } = seenFinding(actor, { apps: [], ...found }, names);
  const said = { rule, severity: severityOf(rule), field, title, detail, why, todo };
  return { ...said, apps: apps.map(({ appID, appName }) => ({ appID, appName })) };
}

/** Returns the IDs of the apps that a stored finding names. */
export const namedApps = ({ apps }: Pick<ListedFinding, 'apps'>): string[] =>
  apps === '' ? [] : apps.split(' ');

/** Returns a stored finding as the actor may see it. */
export function presentFinding(actor: Actor, row: ListedFinding, names: Names): Finding {
  const { appID, appName, accountName, mutedAt } = row;
  return {
    appID,
    appName,
    accountName,
    ...presentFound(actor, { ...row, apps: namedApps(row) }, names),
    since: isoTime(row.since),
    mutedAt: isoTimeOrNull(mutedAt),
    ...seenMute(actor, row),
  };
}
