import type { Db } from '../../../db/schema.ts';
import { type AccountMember, accountOf, factsOf, keyOfFact } from '../rules/facts.ts';
import type { Others } from '../rules/others.ts';
import type { JudgedApp } from './apps.store.ts';
import type { KnownOthers } from './facts.service.ts';
import { appsByFact, appsWith, membersOfAccount } from './facts.store.ts';

/** The number of other apps that a finding names. */
const mostNamed = 3;

/**
 * Reads the facts about other apps that the rules need. `stored`: the facts of these apps are in the table. `imagined`: the facts
 * in the table are of another state of these apps. `known` is not read again.
 */
export async function readOthers(
  db: Db,
  apps: JudgedApp[],
  state: 'stored' | 'imagined',
  known: KnownOthers = { holders: new Map(), accounts: new Map() },
): Promise<(app: JudgedApp) => Others> {
  const facts = new Map(apps.flatMap(factsOf).map((fact) => [keyOfFact(fact), fact]));
  const shared = [...facts]
    .filter(([key, { kind }]) => kind !== 'account' && !known.holders.has(key))
    .map(([, fact]) => fact);
  const isImagined = state === 'imagined';
  // The found apps may include the app itself, and all imagined apps.
  const most = mostNamed + (isImagined ? apps.length : 1);
  const holders = new Map(known.holders);
  if (shared.length > 0) {
    const { rows } = await appsWith(db, shared, most, isImagined ? 1 : 2).execute(db);
    for (const [key, appIDs] of appsByFact(rows)) holders.set(key, appIDs);
  }
  if (isImagined) replaceImagined(holders, apps);
  const accounts = new Map(known.accounts);
  for (const { kind, value } of facts.values()) {
    if (kind !== 'account' || accounts.has(value)) continue;
    const imagined = isImagined ? apps : [];
    const others = await membersOfAccount(
      db,
      value,
      imagined.map(({ appID }) => appID),
    ).execute();
    accounts.set(value, accountOf([...others, ...membersIn(imagined, value)]));
  }
  return (app) => {
    const account = factsOf(app).find(({ kind }) => kind === 'account');
    return {
      with: (kind, value) =>
        (holders.get(keyOfFact({ kind, value })) ?? [])
          .filter((appID) => appID !== app.appID)
          .slice(0, mostNamed),
      account: account ? (accounts.get(account.value) ?? null) : null,
    };
  };
}

/** Replaces the facts of imagined apps in the table by their imagined ones. */
function replaceImagined(holders: Map<string, string[]>, apps: JudgedApp[]): void {
  const imagined = new Set(apps.map(({ appID }) => appID));
  for (const [key, appIDs] of holders) {
    holders.set(
      key,
      appIDs.filter((appID) => !imagined.has(appID)),
    );
  }
  for (const app of apps) {
    for (const fact of factsOf(app)) {
      const key = keyOfFact(fact);
      holders.set(key, [...(holders.get(key) ?? []), app.appID]);
    }
  }
}

/** Returns the imagined apps of one account. */
function membersIn(apps: JudgedApp[], account: string): AccountMember[] {
  return apps.flatMap((app) =>
    factsOf(app)
      .filter(({ kind, value }) => kind === 'account' && value === account)
      .map(({ detail }) => ({ appID: app.appID, detail })),
  );
}
