import type { Tx } from '../../../db/schema.ts';
import type { Fact } from '../findings.table.ts';
import { type Account, accountOf, factsOf, judgesAlike, keyOfFact } from '../rules/facts.ts';
import type { JudgedApp } from './apps.store.ts';
import {
  appsWith,
  deleteFacts,
  type FactOfApp,
  factsOfApps,
  insertFacts,
  membersOfAccount,
  someAppsOfAccount,
} from './facts.store.ts';

/** How many other apps are judged again because of one fact, of one account, and in all. */
const peers = { ofFact: 20, ofAccount: 40, all: 40 };

/** What was read of other apps while facts were stored: the first apps with a fact by its key, and accounts. */
export type KnownOthers = { holders: Map<string, string[]>; accounts: Map<string, Account> };

const keyOf = ({ appID, kind, value, detail }: FactOfApp) =>
  [appID, kind, value, detail].join('\0');

/** The stored facts that no longer hold, and the facts that are not stored. */
export function differentFacts(stored: FactOfApp[], apps: JudgedApp[]) {
  const { gone, fresh } = compareFacts(stored, apps.flatMap(factsOfApp));
  return [...gone, ...fresh];
}

const factsOfApp = (app: JudgedApp): FactOfApp[] =>
  factsOf(app).map((fact) => ({ ...fact, appID: app.appID }));

function compareFacts(before: FactOfApp[], after: FactOfApp[]) {
  const known = new Set(before.map(keyOf));
  const held = new Set(after.map(keyOf));
  return {
    gone: before.filter((fact) => !held.has(keyOf(fact))),
    fresh: after.filter((fact) => !known.has(keyOf(fact))),
  };
}

/**
 * Stores the facts of these apps; deleted ones have none. Returns which of them have other facts now, the other apps
 * whose findings may be different for that reason, up to a limit, and what it has read of other apps. Most writes
 * change no fact.
 */
export async function writeFacts(
  tx: Tx,
  appIDs: string[],
  apps: JudgedApp[],
): Promise<{ changedIn: Set<string>; peers: string[]; known: KnownOthers }> {
  const before = await factsOfApps(tx, appIDs);
  const after = apps.flatMap(factsOfApp);
  const { gone, fresh } = compareFacts(before, after);
  const changed = [...gone, ...fresh];
  const changedIn = new Set(changed.map(({ appID }) => appID));
  const known: KnownOthers = { holders: new Map(), accounts: new Map() };
  if (changed.length === 0) return { changedIn, peers: [], known };
  await deleteFacts(tx, gone);
  await insertFacts(tx, fresh);
  const held = after.filter(({ appID }) => changedIn.has(appID));
  known.holders = await readHolders(tx, [...gone, ...held]);
  const found = new Set(changed.flatMap((fact) => known.holders.get(keyOfFact(fact)) ?? []));
  for (const account of new Set(changed.filter(isOfAccount).map(({ value }) => value))) {
    const others = await membersOfAccount(tx, account, appIDs);
    const own = (facts: FactOfApp[]) =>
      facts.filter((fact) => isOfAccount(fact) && fact.value === account);
    const later = accountOf([...others, ...own(after)]);
    known.accounts.set(account, later);
    if (judgesAlike(accountOf([...others, ...own(before)]), later)) continue;
    for (const appID of await someAppsOfAccount(tx, account, peers.ofAccount)) found.add(appID);
  }
  for (const appID of appIDs) found.delete(appID);
  return { changedIn, peers: [...found].slice(0, peers.all), known };
}

const isOfAccount = ({ kind }: Fact) => kind === 'account';

/** The first apps with each of these ad units and package names, by the key of the fact. */
async function readHolders(tx: Tx, facts: Fact[]): Promise<Map<string, string[]>> {
  const wanted = new Map(facts.map((fact) => [keyOfFact(fact), fact]));
  const shared = [...wanted.values()].filter((fact) => !isOfAccount(fact));
  const found = await appsWith(tx, shared, peers.ofFact, 1);
  const holders = new Map(shared.map((fact) => [keyOfFact(fact), [] as string[]]));
  for (const fact of found) holders.set(keyOfFact(fact), fact.appIDs);
  return holders;
}
