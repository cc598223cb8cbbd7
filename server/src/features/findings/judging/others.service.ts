import type { Db } from '../../../db/schema.ts';
import { accountOf, factsOf, keyOfFact } from '../rules/facts.ts';
import type { Others } from '../rules/others.ts';
import type { JudgedApp } from './apps.store.ts';
import type { KnownOthers } from './facts.service.ts';
import { appsWith, groupsOfAccount } from './facts.store.ts';

/** The number of other apps that a finding names. */
const named = 3;

/**
 * Reads what the rules must know of other apps. `stored`: the facts of these apps are in the table. `imagined`: those
 * in the table are of another state of the app. `known` is not read again.
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
  // One more than is named, because the app itself may be among them.
  const found = await appsWith(db, shared, named + 1, state === 'stored' ? 2 : 1);
  const holders = new Map(known.holders);
  for (const fact of found) holders.set(keyOfFact(fact), fact.appIDs);
  const accounts = new Map(known.accounts);
  for (const { kind, value, detail } of facts.values()) {
    if (kind !== 'account' || accounts.has(value)) continue;
    if (state === 'stored') {
      accounts.set(value, accountOf(await groupsOfAccount(db, value)));
      continue;
    }
    const example = apps[0]?.appID ?? '';
    const others = await groupsOfAccount(db, value, example);
    accounts.set(value, accountOf([...others, { detail, apps: 1, example }]));
  }
  return (app) => {
    const account = factsOf(app).find(({ kind }) => kind === 'account');
    return {
      with: (kind, value) =>
        (holders.get(keyOfFact({ kind, value })) ?? [])
          .filter((appID) => appID !== app.appID)
          .slice(0, named),
      account: account ? (accounts.get(account.value) ?? null) : null,
    };
  };
}
