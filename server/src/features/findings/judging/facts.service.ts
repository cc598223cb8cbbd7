import type { Tx } from '../../../db/schema.ts';
import { type Account, accountOf, factsOf, judgesAlike } from '../rules/facts.ts';
import type { JudgedApp } from './apps.store.ts';
import {
  appsWith,
  deleteFacts,
  type FactOfApp,
  factsOfApps,
  groupsOfAccount,
  insertFacts,
  someAppsOfAccount,
} from './facts.store.ts';

/** How many other apps are judged again because of one fact, of one account, and in all. */
const peers = { ofFact: 20, ofAccount: 40, all: 40 };

const keyOf = ({ appID, kind, value, detail }: FactOfApp) =>
  [appID, kind, value, detail].join('\0');

/** The stored facts that no longer hold, and the facts that are not stored. */
export function differentFacts(stored: FactOfApp[], apps: JudgedApp[]) {
  const { gone, fresh } = compareFacts(stored, apps);
  return [...gone, ...fresh];
}

function compareFacts(stored: FactOfApp[], apps: JudgedApp[]) {
  const now = apps.flatMap((app) => factsOf(app).map((fact) => ({ ...fact, appID: app.appID })));
  const known = new Set(stored.map(keyOf));
  const held = new Set(now.map(keyOf));
  return {
    gone: stored.filter((fact) => !held.has(keyOf(fact))),
    fresh: now.filter((fact) => !known.has(keyOf(fact))),
  };
}

/**
 * Stores the facts of these apps; deleted ones have none. Returns which of them have other facts now, and the other
 * apps whose findings may be different for that reason, up to a limit. Most writes change no fact.
 */
export async function writeFacts(
  tx: Tx,
  appIDs: string[],
  apps: JudgedApp[],
): Promise<{ changedIn: Set<string>; peers: string[] }> {
  const { gone, fresh } = compareFacts(await factsOfApps(tx, appIDs), apps);
  const changed = [...gone, ...fresh];
  const changedIn = new Set(changed.map(({ appID }) => appID));
  if (changed.length === 0) return { changedIn, peers: [] };
  const accounts = changed.filter(({ kind }) => kind === 'account').map(({ value }) => value);
  const readAccount = async (account: string) => accountOf(await groupsOfAccount(tx, account));
  const before = new Map<string, Account>();
  for (const account of new Set(accounts)) before.set(account, await readAccount(account));
  await deleteFacts(tx, gone);
  await insertFacts(tx, fresh);
  const found = new Set<string>();
  const shared = changed.filter(({ kind }) => kind !== 'account');
  for (const { appIDs } of await appsWith(tx, shared, peers.ofFact, 1)) {
    for (const appID of appIDs) found.add(appID);
  }
  for (const [account, earlier] of before) {
    if (judgesAlike(earlier, await readAccount(account))) continue;
    for (const appID of await someAppsOfAccount(tx, account, peers.ofAccount)) found.add(appID);
  }
  for (const appID of appIDs) found.delete(appID);
  return { changedIn, peers: [...found].slice(0, peers.all) };
}
