import { type NewAppForm, newAppForm } from '@adwarden/contract/apps';
import { dayMs } from '../../kit/clock.ts';
import type { Calendar, DemoContext, DemoEvent, Person } from './context.ts';

/*
 * The apps of a careless owner: together they have nearly every finding (ADR 36). Findings about the installation cannot be made
 * here.
 */

const accountName = 'Sandpiper Labs';
export const mistakesOwner = 'lukas';

const publisher = 'ca-app-pub-8675309024681357';
const otherPublisher = 'ca-app-pub-1029384756102938';
const google = 'ca-app-pub-3940256099942544';

/** The odd features of an app's requests. */
export type OddTraffic = {
  /** The factor on the usual number of requests, by day. */
  times?: (daysAgo: number) => number;
  /** The countries of the phones. */
  callers?: string[];
  /** The share of requests with an old token, and with a wrong one. */
  oldTokens?: number;
  wrongTokens?: number;
};

type Mistake = {
  appName: string;
  category: string;
  form: Partial<NewAppForm>;
  /** The countries of its configuration. */
  country?: string;
  /** Other countries, since this number of days ago. */
  narrowed?: { daysAgo: number; country: string };
  /** A new token; the old one is valid for so many days more. */
  rotated?: { daysAgo: number; days: number };
  traffic?: OddTraffic;
};

const mistakes: Mistake[] = [
  {
    appName: 'Paste Pilot',
    category: 'Tools',
    form: {
      googleNative1: `${publisher}~5550001111`,
      googleNative2: 'YOUR_NATIVE_UNIT_ID',
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
      // The package name of Paste Pilot, in other case.
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
    traffic: { times: (daysAgo) => (daysAgo < 9 ? 0 : 1) },
  },
  {
    appName: 'Falling Feather',
    category: 'Lifestyle',
    form: {},
    traffic: { times: (daysAgo) => (daysAgo < 2 ? 0.1 : 8) },
  },
  {
    appName: 'Token Tower',
    category: 'Tools',
    form: {},
    rotated: { daysAgo: 28, days: 30 },
    traffic: { times: () => 10, oldTokens: 0.2, wrongTokens: 1.1 },
  },
  {
    appName: 'Hasty Harbinger',
    category: 'Tools',
    form: {},
    rotated: { daysAgo: 1, days: 0 },
  },
  {
    appName: 'Walled Garden',
    category: 'Lifestyle',
    form: { ipAddress: 'on' },
    country: 'Iceland',
    traffic: { callers: ['IN'] },
  },
  {
    appName: 'Narrow Harbour',
    category: 'Travel & Local',
    form: { ipAddress: 'on' },
    country: 'India, United States, Brazil',
    narrowed: { daysAgo: 5, country: 'United States, Brazil' },
    traffic: { times: () => 20, callers: ['IN', 'US', 'BR'] },
  },
  { appName: 'Dimmed Lantern', category: 'Tools', form: { adsStatus: 'off' } },
  { appName: 'Early Bird', category: 'Weather', form: { appStatus: 'in-develop' } },
];

const byName = new Map(mistakes.map((mistake) => [mistake.appName, mistake]));

/** Returns the odd features of the requests for an app; none for most apps. */
export const oddTrafficOf = (appName: string): OddTraffic => byName.get(appName)?.traffic ?? {};
export const isMistake = (appName: string): boolean => byName.has(appName);

/** Plans the events that make these apps. */
export function planMistakes(
  { apps, appConfigurations, admin }: DemoContext,
  owner: Person,
  { now, calendar }: { now: number; calendar: Calendar },
): DemoEvent[] {
  return mistakes.flatMap((mistake, index) => {
    const { appName, category, form, country, narrowed, rotated } = mistake;
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
    if (narrowed) {
      events.push({
        at: calendar(narrowed.daysAgo),
        run: () => appConfigurations.update(admin, appID, { country: narrowed.country }),
      });
    }
    if (rotated) {
      const at = now - rotated.daysAgo * dayMs;
      events.push({ at, run: () => apps.rotateToken(admin, appID, rotated.days) });
    }
    return events;
  });
}
