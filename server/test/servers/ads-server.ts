import { type AddressInfo, connect } from 'node:net';
import { pino } from 'pino';
import { vi } from 'vitest';
import { type AdsApp, adsEntry } from '../../src/ads/answers/ads.answer.ts';
import { createAdsIndex } from '../../src/ads/answers/ads.index.ts';
import { createAdsSnapshot } from '../../src/ads/answers/ads.snapshot.ts';
import { type CallerPart, callerPart } from '../../src/ads/callers/caller.part.ts';
import type { Callers } from '../../src/ads/callers/caller.ts';
import { createAdsCounters } from '../../src/ads/endpoint/ads.counters.ts';
import { adsRoute } from '../../src/ads/endpoint/ads.route.ts';
import { type ActivePause, createAdsPauses } from '../../src/ads/pauses/ads.pauses.ts';
import { createAdsUsage } from '../../src/ads/usage/ads.usage.ts';
import { createWatchedApps } from '../../src/ads/watching/ads.watched.ts';
import { answerBrokenRequest } from '../../src/front/broken-request.ts';
import { createFront } from '../../src/front/front.ts';

export type AdsServer = Awaited<ReturnType<typeof openAdsServer>>;

export const token = 'T'.repeat(32);
export const oldToken = 'O'.repeat(32);
/** The app of the test server. */
export const sampleAdsApp: AdsApp = {
  appID: 'abcdefghijklmnop',
  appName: 'Tide ✨ Clock',
  packageName: 'com.harbour.tideclock',
  accountName: 'Harbour',
  accountKey: 'harbour',
  ownerId: 'owner-of-the-app',
  category: 'Weather',
  adsStatus: 'on',
  appStatus: 'live',
  visibleExtra: 'off',
  ipAddress: 'off',
  adUnits: '{"reward3":"unit/3"}',
  iconHash: '',
  updatedAt: 1_000,
  token,
  oldTokens: [{ token: oldToken, until: 10_000 }],
  configuration: { countryCodes: 'US,TD', createdAt: 2_000 },
};

/** The two ways on which a plain request for ads is read (ADR 103), for `describe.each`. */
export const bothWays = [
  { way: 'on the lane', withLane: true },
  { way: 'over node:http', withLane: false },
];

/** Opens the ads endpoint alone on a real port, with one app, and with a clock and callers that the test sets. */
export async function openAdsServer({ withLane = true }: { withLane?: boolean } = {}) {
  let now = 5_000;
  const snapshot = createAdsSnapshot();
  const counters = createAdsCounters();
  const logged = vi.fn();
  const logger = pino({}, { write: logged });
  const asked = { count: 0 };
  const callers: Pick<Callers, 'find'> = {
    find(_, mayAsk) {
      asked.count += 1;
      api.mayAsk.push(mayAsk);
      return api.caller;
    },
  };
  const usage = createAdsUsage();
  const clock = () => now;
  const time = {
    isKnown: true,
    now: clock,
    ends: clock,
  };
  const pauses = createAdsPauses(() => time.ends());
  pauses.use([]);
  const onNoted = vi.fn();
  const watched = createWatchedApps(clock, onNoted);
  const route = adsRoute({
    snapshot,
    counters,
    usage,
    callers,
    pauses,
    watched,
    time,
    logger,
    maxAge: 30,
    countryHeader: 'x-country',
  });
  let overHttp = 0;
  const server = createFront({
    ads: {
      ...route,
      answer(asked) {
        if ('rawHeaders' in asked) overHttp += 1;
        return route.answer(asked);
      },
    },
    own: [],
    rest: (_request, response) => void response.writeHead(418).end(),
    withLane,
  }).on('clientError', answerBrokenRequest);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}/api/getAds`;
  const question = (authToken = token) => `?appID=${sampleAdsApp.appID}&authToken=${authToken}`;

  const api = {
    route,
    base,
    port,
    snapshot,
    counters,
    usage,
    watched,
    logged,
    /** The caller of an app with IP rules. */
    caller: callerPart('US', null) as CallerPart | Promise<CallerPart>,
    /** The number of times that the caller was looked for. */
    asked,
    question,
    /** For each look at a caller: whether outside services might be asked. */
    mayAsk: [] as boolean[],

    setTime(time: number): void {
      now = time;
    },

    /** Loads the app, changed by `over`, as the only one. */
    load(over: Partial<AdsApp> = {}): void {
      const index = createAdsIndex();
      index.set(sampleAdsApp.appID, adsEntry({ ...sampleAdsApp, ...over }, now));
      snapshot.replaceAll(index);
    },

    /** The state of the time; a test changes it. */
    time,

    /** Sets pauses as the database would have them. */
    pause(...active: Partial<ActivePause>[]): void {
      const all = { scope: 'all', key: '', reason: 'Testing', until: null } as const;
      pauses.use(active.map((over) => ({ ...all, ...over })));
    },

    /** The number of requests for ads that came over `node:http`. */
    overHttp: () => overHttp,

    ask: (authToken?: string, init?: RequestInit) => fetch(base + question(authToken), init),

    /** Sends a text on a new connection and returns everything received until it is closed. */
    raw(text: string): Promise<string> {
      return new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(text));
        let heard = '';
        socket.setEncoding('utf8').on('data', (part) => {
          heard += part;
        });
        // A server that has heard enough may reset the connection.
        socket.on('error', () => {}).on('close', () => resolve(heard));
      });
    },

    /** Counts the open connections. */
    connections: () =>
      new Promise<number>((resolve) => {
        server.getConnections((_error, count) => resolve(count));
      }),

    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
  return api;
}
