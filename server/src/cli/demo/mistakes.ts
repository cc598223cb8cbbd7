import { type NewAppForm, newAppForm } from '@adwarden/contract/apps';
import type { UsageSum } from '../../features/usage/usage.table.ts';
import { dayMs } from '../../kit/clock.ts';
import type { Calendar, DemoContext, DemoEvent, Person } from './context.ts';

/*
 * The apps of somebody who is in a hurry: together they have nearly every finding (ADR 36). Findings about the
 * installation cannot be made here.
 */

const accountName = 'Sandpiper Labs';
export const mistakesOwner = 'lukas';

const publisher = 'ca-app-pub-8675309024681357';
const otherPublisher = 'ca-app-pub-1029384756102938';
const google = 'ca-app-pub-3940256099942544';

/** How the days of an app's usage are changed: `daysAgo` is 0 today. */
type Reshape = (sum: UsageSum, daysAgo: number) => UsageSum;
const times = ([appID, country, ok, held, ...rest]: UsageSum, factor: number): UsageSum => [
  appID,
  country,
  Math.round(ok * factor),
  Math.round(held * factor),
  ...rest,
];

type Mistake = {
  appName: string;
  category: string;
  form: Partial<NewAppForm>;
  /** The countries of its configuration. */
  country?: string;
  /** A new token this number of days ago; the old one is valid for 30 days. */
  rotatedDaysAgo?: number;
  usage?: Reshape;
};

const mistakes: Mistake[] = [
  {
    appName: 'Paste Pilot',
    category: 'Tools',
    form: {
      googleNative1: `${publisher}~5550001111`,
      googleBanner1: `"${publisher}/5550002222"`,
      googleBanner2: 'ca-app-pub-86753090/555000',
      googleInterstitial1: `${publisher}/5550003333`,
      googleInterstitial2: `${publisher}/5550003333`,
      reward1: `${publisher}/5550003333`,
      reward2: `${google}/6300978111`,
      appOpen1: `${google}/3419835294`,
    },
  },
  {
    appName: 'Twin Torch',
    category: 'Tools',
    form: {
      // The same as that of Paste Pilot, in other letters.
      packageName: 'com.sandpiper.PastePilot',
      googleInterstitial1: `${publisher}/5550003333`,
      reward1: `${otherPublisher}/5550004444`,
      appOpen1: 'qwerty',
    },
  },
  {
    appName: 'Empty Easel',
    category: 'Art & Design',
    form: { packageName: 'com.example.emptyeasel', accountName: 'SANDPIPER LABS', reward1: '' },
  },
  {
    appName: 'Borrowed Broom',
    category: 'Lifestyle',
    form: {
      packageName: 'borrowed broom',
      reward1: `${otherPublisher}/5550005555`,
      selectedUser: '',
    },
  },
  { appName: 'Idle Gate', category: 'Tools', form: { ipAddress: 'on' } },
  { appName: 'Open Oasis', category: 'Weather', form: {}, country: 'Iceland' },
  {
    appName: 'Silent Sundial',
    category: 'Weather',
    form: {},
    usage: (sum, daysAgo) => times(sum, daysAgo < 9 ? 0 : 1),
  },
  {
    appName: 'Falling Feather',
    category: 'Lifestyle',
    form: {},
    usage: (sum, daysAgo) => times(sum, daysAgo < 2 ? 0.1 : 8),
  },
  {
    appName: 'Token Tower',
    category: 'Tools',
    form: {},
    rotatedDaysAgo: 28,
    usage: ([appID, country, ok, held]) => [appID, country, ok, held, Math.round(ok / 5), ok + 100],
  },
  {
    appName: 'Walled Garden',
    category: 'Lifestyle',
    form: { ipAddress: 'on' },
    country: 'Iceland',
    usage: ([appID, , ok, held, old, wrong]) => [appID, 'IN', ok, held, old, wrong, ok + held],
  },
  { appName: 'Dimmed Lantern', category: 'Tools', form: { adsStatus: 'off' } },
  { appName: 'Early Bird', category: 'Weather', form: { appStatus: 'in-develop' } },
];

const byName = new Map(mistakes.map((mistake) => [mistake.appName, mistake]));

/** The usage of an app with a mistake; null for every other app. */
export const reshapeOf = (appName: string): Reshape | null => byName.get(appName)?.usage ?? null;
export const isMistake = (appName: string): boolean => byName.has(appName);

/** The events that make these apps. */
export function planMistakes(
  { apps, appConfigurations, admin }: DemoContext,
  owner: Person,
  { now, calendar }: { now: number; calendar: Calendar },
): DemoEvent[] {
  return mistakes.flatMap(({ appName, category, form, country, rotatedDaysAgo }, index) => {
    let appID = '';
    const name = appName.toLowerCase().replace(/[^a-z0-9]/g, '');
    const whole = newAppForm.parse({
      appName,
      packageName: `com.sandpiper.${name}`,
      accountName,
      category,
      adsStatus: 'on',
      appStatus: 'live',
      visibleExtra: 'off',
      ipAddress: 'off',
      selectedUser: owner.userId,
      reward1: `${publisher}/77700000${10 + index}`,
      ...form,
    });
    const events: DemoEvent[] = [
      {
        at: calendar(50 - index),
        run: async () => {
          appID = (await apps.add(admin, whole, null)).appID;
        },
      },
    ];
    if (country) {
      events.push({
        at: calendar(30),
        run: () => appConfigurations.add(admin, appID, country),
      });
    }
    if (rotatedDaysAgo) {
      const at = now - rotatedDaysAgo * dayMs;
      events.push({ at, run: () => apps.rotateToken(admin, appID, 30) });
    }
    return events;
  });
}
