import type { AppStatus } from '@adwarden/contract/apps';
import type { Found } from '@adwarden/contract/findings/rules';
import { appStatusWords } from '@adwarden/contract/state-words';
import { dayInWords, dayMs, dayOf } from '../../../kit/clock.ts';

/** Requests for an app's ads. Days are UTC. */
export type Traffic = {
  /** Answers with the app's ads today and in the seven days before. */
  week: number;
  /** Answers with the app's ads in the four weeks before that. */
  before: number;
  yesterday: number;
  /** Requests on the same weekday as yesterday in the four weeks before, together. */
  sameWeekdays: number;
  /** The counts of yesterday and today. `wrongToken` counts refusals, all others are parts of `requests`. */
  recent: { requests: number; wrongToken: number; oldToken: number; turnedOff: number }[];
};

export type AppWithTraffic = {
  appStatus: string;
  adsStatus: string;
  ipAddress: string;
  /** The time when the next old token ends, in epoch milliseconds; null without old tokens. */
  oldTokenUntil: number | null;
  /** The time since when it is live with ads off (epoch milliseconds), if that is seven days or longer; else null. */
  offSince: number | null;
};

/** The least numbers of requests that prove something. Fewer may, for example, come from the developers’ own phones. */
const enough = { notLive: 50, before: 10, ofWeekday: 100, wrongTokens: 100, byRules: 20 };

/** Returns a number as people read it: only the first digit counts, so that the text of a finding seldom changes. */
export function roughly(count: number): string {
  const unit = 10 ** Math.max(0, String(Math.floor(count)).length - 1);
  return (Math.floor(count / unit) * unit).toLocaleString('en');
}

const found = (
  rule: Found['rule'],
  detail: string,
  { field = '', facts = '', since }: Partial<Pick<Found, 'field' | 'facts' | 'since'>> = {},
): Found[] => [{ rule, field, detail, facts, ...(since !== undefined && { since }) }];

/** Runs the rules about an app's requests. They run every hour, and at each save of the app. */
export function judgeTraffic(app: AppWithTraffic, traffic: Traffic, now: number): Found[] {
  const isLive = app.appStatus === 'live';
  return [
    ...(isLive ? judgeLive(app, traffic, now) : judgeNotLive(app, traffic)),
    ...judgeTokens(app, traffic, now),
    ...judgeTurnedOff(app, traffic, now),
  ];
}

function judgeLive(
  { offSince }: AppWithTraffic,
  { week, before, yesterday, sameWeekdays }: Traffic,
  now: number,
) {
  const usual = sameWeekdays / 4;
  return [
    ...(offSince !== null
      ? found(
          'ads-off-for-a-week',
          'The app is live, and its ads are off since a week or longer.',
          { since: offSince },
        )
      : []),
    ...(week === 0 && before >= enough.before
      ? found(
          'no-more-requests',
          `No request for a week, after more than ${roughly(before)} in the four weeks before.`,
          { since: dayOf(now) - 7 * dayMs },
        )
      : []),
    ...(week > 0 && usual >= enough.ofWeekday && yesterday < usual * 0.3
      ? found(
          'fewer-requests',
          `Yesterday had more than 70 % fewer requests than this weekday usually has (about ${roughly(usual)}).`,
          { since: dayOf(now) - dayMs },
        )
      : []),
  ];
}

function judgeNotLive({ appStatus }: AppWithTraffic, { week }: Traffic): Found[] {
  if (week < enough.notLive) return [];
  const status = appStatusWords[appStatus as AppStatus].other;
  const detail = `The app is ${status}, and had more than ${roughly(week)} requests within a week.`;
  return found('traffic-while-not-live', detail, { field: 'appStatus', facts: appStatus });
}

function judgeTokens({ oldTokenUntil }: AppWithTraffic, { recent }: Traffic, now: number): Found[] {
  const wrong = recent.some(
    ({ requests, wrongToken }) =>
      wrongToken >= enough.wrongTokens && wrongToken > (requests + wrongToken) * 0.05,
  );
  const { requests, oldToken } = sumOf(recent);
  const endsSoon =
    oldTokenUntil !== null && oldTokenUntil > now && oldTokenUntil - now <= 3 * dayMs;
  return [
    ...(wrong
      ? found('wrong-tokens', 'More than 5 % of the requests of a day have a wrong token.')
      : []),
    ...(endsSoon && oldToken > requests * 0.01
      ? found(
          'old-token-in-use',
          `More than 1 % of the requests have an old token, which ends on ${dayInWords(oldTokenUntil)}.`,
          { facts: String(oldTokenUntil) },
        )
      : []),
  ];
}

function judgeTurnedOff({ ipAddress }: AppWithTraffic, { recent }: Traffic, now: number): Found[] {
  const { requests, turnedOff } = sumOf(recent);
  if (ipAddress !== 'on' || requests < enough.byRules || turnedOff <= requests * 0.9) return [];
  const detail =
    'Country or VPN turned the ads off in more than 90 % of the answers since yesterday.';
  const since = dayOf(now) - dayMs;
  return found('turned-off-by-rules', detail, { field: 'ipAddress', since });
}

function sumOf(days: Traffic['recent']) {
  const sum = { requests: 0, oldToken: 0, turnedOff: 0 };
  for (const { requests, oldToken, turnedOff } of days) {
    sum.requests += requests;
    sum.oldToken += oldToken;
    sum.turnedOff += turnedOff;
  }
  return sum;
}
