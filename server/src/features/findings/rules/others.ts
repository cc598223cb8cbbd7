import type { AdUnits } from '@adwarden/contract/ad-units';
import { filledSlots, isStandIn, publisherOf } from '@adwarden/contract/findings/ad-unit-ids';
import type { Found } from '@adwarden/contract/findings/rules';
import type { Account } from './facts.ts';
import { publishersOf } from './facts.ts';

export type ComparedApp = AdUnits & { packageName: string; accountName: string };

/** The facts about other apps. */
export type Others = {
  /** Returns a few other apps with this ad unit or this package name, by app ID. */
  with(kind: 'unit' | 'package', value: string): string[];
  /** The account, this app included; null without an account name. */
  account: Account | null;
};

const another = (apps: string[]) => (apps.length > 1 ? 'other apps' : 'another app');

/** Runs the rules that compare an app with others. No detail names another app, because its owner may be somebody else. */
export function judgeOthers(app: ComparedApp, others: Others): Found[] {
  return [
    ...judgeUnits(app, others),
    ...judgePackage(app, others),
    ...judgePublisher(app, others),
    ...judgeSpelling(app, others),
  ];
}

/** Judges the first slot with a unit; another rule reports that further slots repeat it. */
function judgeUnits(app: ComparedApp, others: Others): Found[] {
  const slots = filledSlots(app).filter(({ id }) => !isStandIn(id));
  return slots.flatMap(({ name, label, text }, index): Found[] => {
    const apps = others.with('unit', text);
    if (apps.length === 0 || slots.findIndex((slot) => slot.text === text) < index) return [];
    const detail = `${label} has the same ad unit as ${another(apps)}.`;
    const facts = [text, ...apps].join(' ');
    return [{ rule: 'unit-in-two-apps', field: name, detail, facts, apps }];
  });
}

function judgePackage({ packageName }: ComparedApp, others: Others): Found[] {
  const value = packageName.toLowerCase();
  const apps = value === '' ? [] : others.with('package', value);
  if (apps.length === 0) return [];
  const detail = `The package name is also that of ${another(apps)}.`;
  const facts = [value, ...apps].join(' ');
  return [{ rule: 'package-in-two-apps', field: 'packageName', detail, facts, apps }];
}

function judgePublisher(app: ComparedApp, { account }: Others): Found[] {
  const publishers = publishersOf(app);
  const usual = account?.publisher;
  if (!usual || publishers.length === 0 || publishers.includes(usual)) return [];
  const slot = filledSlots(app).find(({ id }) => publisherOf(id) !== null);
  return [
    {
      rule: 'publisher-unlike-account',
      field: slot?.name ?? '',
      detail: `The ad units belong to pub-${publishers[0]}, those of most apps of this account to another publisher.`,
      facts: [usual, ...publishers].join(' '),
      apps: [account.publisherExample],
    },
  ];
}

function judgeSpelling({ accountName }: ComparedApp, { account }: Others): Found[] {
  const other = account?.spellings.find(({ name }) => name !== accountName);
  if (!other || accountName === '') return [];
  return [
    {
      rule: 'account-spelling',
      field: 'accountName',
      detail: `Other apps write this account name “${other.name}”.`,
      facts: `${accountName}\n${other.name}`,
      apps: [other.example],
    },
  ];
}
