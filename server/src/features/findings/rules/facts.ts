import type { AdUnits } from '@adwarden/contract/ad-units';
import { accountKey } from '@adwarden/contract/app-ads/accounts';
import { filledSlots, isSample, publisherOf } from '@adwarden/contract/findings/ad-unit-ids';
import type { Fact } from '../findings.table.ts';

export type AppWithFacts = AdUnits & { packageName: string; accountName: string };

/** Returns the AdMob publishers of an app, in the order of the form. */
export function publishersOf(units: AdUnits): string[] {
  const publishers = filledSlots(units).map(({ id }) => publisherOf(id));
  return [...new Set(publishers.filter((publisher) => publisher !== null))];
}

/** The facts of apps that were read already: several steps of judging need those of the same app. */
const known = new WeakMap<AppWithFacts, readonly Fact[]>();

/**
 * Returns the facts that are stored of an app so that other apps find it. Google's samples may be in any number of apps. An app must
 * not be changed after this call: it would keep its facts.
 */
export function factsOf(app: AppWithFacts): readonly Fact[] {
  const before = known.get(app);
  if (before) return before;
  const facts = readFacts(app);
  known.set(app, facts);
  return facts;
}

function readFacts(app: AppWithFacts): Fact[] {
  const own = filledSlots(app).filter(({ id }) => !isSample(id));
  const units = new Set(own.map(({ text }) => text));
  const facts: Fact[] = [...units].map((value) => ({ kind: 'unit', value, detail: '' }));
  if (app.packageName !== '') {
    facts.push({ kind: 'package', value: app.packageName.toLowerCase(), detail: '' });
  }
  if (app.accountName !== '') {
    const detail = [app.accountName, ...publishersOf(app)].join('\n');
    facts.push({ kind: 'account', value: accountKey(app.accountName), detail });
  }
  return facts;
}

/** Returns the key of a fact in a map. */
export const keyOfFact = ({ kind, value }: Pick<Fact, 'kind' | 'value'>): string =>
  `${kind} ${value}`;

/** An app of an account, with the detail of its fact. */
export type AccountMember = { appID: string; detail: string };

/** The properties that the apps of one account share. */
export type Account = {
  /** The publisher of most of its apps that have AdMob units; null when there is none. */
  publisher: string | null;
  /** An app with this publisher. */
  publisherExample: string;
  /** The spelling of the name in most apps, or several spellings, with an app of each. */
  spellings: { name: string; example: string }[];
};

/** The number of an account's apps that are read. App IDs are random, so the first ones are a fair sample. */
export const accountSample = 100;

/** Sums up an account from these apps; only the first ones in the order of app IDs count. */
export function accountOf(members: AccountMember[]): Account {
  const spelled = new Map<string, { count: number; example: string }>();
  const used = new Map<string, { count: number; example: string }>();
  let withPublisher = 0;
  const add = (map: typeof used, key: string, example: string) => {
    const sum = map.get(key) ?? { count: 0, example };
    map.set(key, { ...sum, count: sum.count + 1 });
  };
  const byID = members.toSorted((a, b) => (a.appID < b.appID ? -1 : 1));
  for (const { appID, detail } of byID.slice(0, accountSample)) {
    const [name = '', ...publishers] = detail.split('\n');
    add(spelled, name, appID);
    for (const publisher of publishers) add(used, publisher, appID);
    if (publishers.length > 0) withPublisher += 1;
  }
  const usual = [...used]
    .map(([publisher, sum]) => ({ publisher, ...sum }))
    .sort((a, b) => b.count - a.count)
    .find(({ count }) => count >= 2 && count * 2 > withPublisher);
  const commonest = Math.max(0, ...[...spelled.values()].map(({ count }) => count));
  return {
    publisher: usual?.publisher ?? null,
    publisherExample: usual?.example ?? '',
    spellings: [...spelled]
      .filter(([, { count }]) => count === commonest)
      .map(([name, { example }]) => ({ name, example }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

/** Tells whether the apps of an account are judged the same by both. */
export function judgesAlike(one: Account, other: Account): boolean {
  const names = ({ spellings }: Account) => spellings.map(({ name }) => name).join('\n');
  return one.publisher === other.publisher && names(one) === names(other);
}
