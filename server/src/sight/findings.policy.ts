import type { FindingRule } from '@adwarden/contract/findings/rules';
import type { Person } from '@adwarden/contract/people/people';
import { type Owned, seesApp } from './apps.policy.ts';
import { knows, seenName } from './people.policy.ts';

/** The finding of a rule in an app, and the IDs of other apps that it is about. */
export type ReadFinding = { rule: FindingRule; detail: string; apps: readonly string[] };

/** The details of rules that quote another app, in the words for a person who does not own that app. */
const withoutQuote: Partial<Record<FindingRule, string>> = {
  'account-spelling': 'Other apps write this account name in another way.',
};

/** Returns a finding as a person may see it: with only the other apps that they see, and without a text of the others. */
export function seenFinding<App extends Owned>(
  person: Person,
  { rule, detail, apps }: ReadFinding,
  known: ReadonlyMap<string, App>,
): { detail: string; apps: App[] } {
  const seen = apps.flatMap((appID) => {
    const app = known.get(appID);
    return app && seesApp(person, app) ? [app] : [];
  });
  const isWhole = person.kind === 'admin' || seen.length === apps.length;
  return { detail: isWhole ? detail : (withoutQuote[rule] ?? detail), apps: seen };
}

/** The person who has muted a finding, and the reason; '' for an open one. */
export type Mute = { mutedByKind: string; mutedById: string; mutedBy: string; muteReason: string };

/** Returns the mute of a finding as a person may see it: without the name and the reason of another owner. */
export function seenMute(
  person: Person,
  { mutedByKind: kind, mutedById: id, mutedBy: name, muteReason }: Mute,
): Pick<Mute, 'mutedBy' | 'muteReason'> {
  const author = { kind, id, name };
  return {
    mutedBy: seenName(person, author),
    muteReason: knows(person, author) ? muteReason : '',
  };
}
