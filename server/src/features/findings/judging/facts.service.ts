import type { Tx } from '../../../db/schema.ts';
import { together } from '../../../db/together.ts';
import type { Fact } from '../findings.table.ts';
import { type Account, accountOf, factsOf, judgesAlike, keyOfFact } from '../rules/facts.ts';
import type { JudgedApp } from './apps.store.ts';
import {
  appsByFact,
  appsWith,
  deleteFacts,
  type FactOfApp,
  insertFacts,
  membersOfAccount,
} from './facts.store.ts';

/** The most other apps that are judged again because of one fact, of one account, and in all. */
const peers = { ofFact: 20, ofAccount: 40, all: 40 };

/** The other apps that were read while facts were stored: the first apps with a fact by its key, and accounts. */
export type KnownOthers = { holders: Map<string, string[]>; accounts: Map<string, Account> };

const keyOf = ({ appID, kind, value, detail }: FactOfApp) =>
  [appID, kind, value, detail].join('\0');

/** Returns the stored facts that no longer hold, and the facts that are not stored. */
export function differentFacts(stored: FactOfApp[], apps: JudgedApp[]) {
  const { gone, fresh } = compareFacts(stored, apps.flatMap(factsOfApp));
  return [...gone, ...fresh];
}

const factsOfApp = (app: JudgedApp): FactOfApp[] =>
  factsOf(app).map((fact) => ({ ...fact, appID: app.appID }));

function compareFacts(before: FactOfApp[], after: FactOfApp[]) {
  const stored = new Map(before.map((fact) => [keyOf(fact), fact]));
  const fresh = after.filter((fact) => !stored.delete(keyOf(fact)));
  return { gone: [...stored.values()], fresh };
}

/**
 * Stores the facts of these apps; `before` are the stored ones, and deleted apps have none. Returns the apps whose facts have
 * changed, the other apps whose findings may change for that reason, up to a limit, and what it has read of other apps. Most
 * writes change no fact.
 */
export async function writeFacts(
  tx: Tx,
  { appIDs, apps, before }: { appIDs: string[]; apps: JudgedApp[]; before: FactOfApp[] },
): Promise<{ changedIn: Set<string>; peers: string[]; known: KnownOthers }> {
  const after = apps.flatMap(factsOfApp);
  const { gone, fresh } = compareFacts(before, after);
  const changed = [...gone, ...fresh];
  const changedIn = new Set(changed.map(({ appID }) => appID));
  const known: KnownOthers = { holders: new Map(), accounts: new Map() };
  if (changed.length === 0) return { changedIn, peers: [], known };
  const held = after.filter(({ appID }) => changedIn.has(appID));
  const touched = [...new Map([...gone, ...held].map((fact) => [keyOfFact(fact), fact])).values()];
  const shared = touched.filter((fact) => !isOfAccount(fact));
  const accounts = touched.filter(isOfAccount).map(({ value }) => value);
  const [found, members] = await together(tx, (send) => {
    const writes = [...deleteFacts(tx, gone), ...insertFacts(tx, fresh)];
    const written = writes.map((write) => send(write.compile(tx)));
    const sharing = send(appsWith(tx, shared, peers.ofFact, 1).compile(tx));
    const others = accounts.map((account) => send(membersOfAccount(tx, account, appIDs).compile()));
    return Promise.all([sharing, Promise.all(others), ...written]);
  });
  for (const fact of shared) known.holders.set(keyOfFact(fact), []);
  for (const [key, holders] of appsByFact(found)) known.holders.set(key, holders);
  const concerned = new Set(changed.flatMap((fact) => known.holders.get(keyOfFact(fact)) ?? []));
  for (const [index, account] of accounts.entries()) {
    const own = (facts: FactOfApp[]) =>
      facts.filter((fact) => isOfAccount(fact) && fact.value === account);
    const others = members[index] ?? [];
    const later = accountOf([...others, ...own(after)]);
    known.accounts.set(account, later);
    if (judgesAlike(accountOf([...others, ...own(before)]), later)) continue;
    for (const { appID } of others.slice(0, peers.ofAccount)) concerned.add(appID);
  }
  for (const appID of appIDs) concerned.delete(appID);
  return { changedIn, peers: [...concerned].slice(0, peers.all), known };
}

const isOfAccount = ({ kind }: Fact) => kind === 'account';
