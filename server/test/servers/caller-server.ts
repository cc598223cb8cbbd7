import { type Ads, adsAnswer } from '@adwarden/contract/ads';
import type { Clock } from '../../src/kit/clock.ts';
import type { Logger } from '../../src/kit/logger.ts';
import { openOutsideServices } from '../outside/outside-services.ts';
import { openAppServer } from './app-server.ts';
import { openingHeaders } from './calls.ts';

export type CallerServer = Awaited<ReturnType<typeof openCallerServer>>;

/** An answer of the ads endpoint. */
export type AdsAnswer = { status: number; headers: Headers; text: string; data: Ads; ms: number };

let made = 0;
/** Returns a random public address; other tests do not use it, and seldom its /24. */
export function freshAddress(): string {
  made += 1;
  return `11.${process.pid % 200}.${made % 250}.${Math.floor(made / 250) + 1}`;
}

/**
 * Opens the product on a socket with outside services of the test, and apps with IP rules. Its only trusted proxy is this
 * machine: `from` is what that says in `X-Forwarded-For`.
 */
export async function openCallerServer(
  environment: Record<string, string> = { TRUST_PROXY: '127.0.0.1' },
  more: { logger?: Logger; clock?: Clock } = {},
) {
  const outside = await openOutsideServices();
  const api = await openAppServer(environment, { outsideHosts: outside.hosts, ...more });
  const base = await api.listen();

  return {
    ...api,
    outside,
    base,

    /** Adds a new app with IP rules, for some countries or for all. */
    async addRuled(country = '', over: Record<string, unknown> = {}) {
      const app = await api.add({ ipAddress: 'on', ...over });
      if (country !== '') {
        const body = { id: app.appID, country };
        await api.call('addConfigureApp', { as: api.admin, body });
      }
      return app as { appID: string; authToken: string };
    },

    /** Asks as a phone at this address. */
    async ask(
      { appID, authToken }: { appID: string; authToken: string },
      from?: string,
      init: { method?: string; headers?: Record<string, string> } = {},
    ): Promise<AdsAnswer> {
      const started = performance.now();
      const answer = await fetch(`${base}/api/getAds?appID=${appID}&authToken=${authToken}`, {
        ...init,
        headers: { ...(from !== undefined && { 'x-forwarded-for': from }), ...init.headers },
      });
      const text = await answer.text();
      const { status, headers } = answer;
      const data = text === '' ? (null as never) : adsAnswer.strict().parse(JSON.parse(text)).data;
      return { status, headers, text, data, ms: performance.now() - started };
    },

    /** Sets how callers are found, as an administrator does. */
    async configure(config: { apiMethod?: string; ipInfoToken?: string; VPNAPIKey?: string }) {
      const calls = { apiMethod: 'updateAPIMethod', ipInfoToken: 'updateIPInfoToken' } as const;
      for (const [name, value] of Object.entries(config)) {
        const call = calls[name as keyof typeof calls] ?? 'updateVPNAPIKey';
        const answer = await api.callLoosely(call, { as: api.admin, body: { [name]: value } });
        if (answer.status !== 200) throw new Error(answer.text);
      }
    },

    async metric(line: string): Promise<number> {
      const text = await (
        await fetch(`${base}/metrics`, { headers: openingHeaders('/metrics') })
      ).text();
      const found = text.split('\n').find((one) => one.startsWith(line));
      return Number(found?.split(' ').at(-1) ?? 0);
    },

    async close() {
      await api.close();
      await outside.close();
    },
  };
}
