import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The people at the provider, by their `sub`: what userinfo and the ID token say. A claim that is null is left out. */
export type PeopleThere = Record<
  string,
  { userinfo?: Record<string, unknown>; idToken?: Record<string, unknown> }
>;

/** The ways in which the provider does something wrong. */
export type Misbehaviour = {
  /** It describes itself as another issuer. */
  issuer?: string;
  /** It sends these claims in the ID token, rightly signed. */
  claims?: Record<string, unknown>;
  /** Somebody on the way changes `sub` in the ID token. */
  sub?: string;
  /** Requests for paths that begin so get no answer. */
  hangsAt?: string;
  /** Its description has more than 1 MB. */
  isLarge?: boolean;
  /** It does not know these people any more. */
  gone?: string[];
  /** Questions about these people with a refresh token get no answer. */
  hangsAbout?: string[];
  /** Answers to these questions are lost on the way: the provider has used up the refresh token. */
  losesAbout?: string[];
  /** It sends no ID token with the answer to a refresh token. */
  lacksIdToken?: boolean;
  /** It answers these statuses at paths, without a word of OAuth. */
  fails?: Record<string, number>;
};

/**
 * What the provider can do. `refresh`: it names `offline_access`, and gives refresh tokens to whoever asks for it. `spends`: each works
 * once, and is replaced. `signOut`: it names `end_session_endpoint`.
 */
export type Offers = { refresh?: boolean; spends?: boolean; signOut?: boolean };

export type Asked = {
  people?: PeopleThere;
  wrong?: Misbehaviour;
  rotates?: boolean;
  offers?: Offers;
};

/** What the provider has seen. `revoked`: how many tokens. `refreshed`: how often it was asked about a person with a refresh token. */
export type Seen = { revoked: number; refreshed: Record<string, number> };

/** Starts a provider of OpenID Connect in a process of its own (`oidc-provider`); it sends people back to `redirectUri`. */
export async function startProvider(redirectUri: string) {
  const file = fileURLToPath(new URL('oidc-provider-process.ts', import.meta.url));
  const child = spawn(process.execPath, [file, redirectUri], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH },
  });
  let said = '';
  child.stderr.on('data', (part) => {
    said += part;
  });
  const [issuer] = (await Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]) => [String(line)]),
    once(child, 'exit').then(() => {
      throw new Error(`The provider has not started: ${said}`);
    }),
  ])) as [string];

  return {
    issuer,
    /** What it has written about errors. */
    said: () => said,
    /** The settings of an office for it. */
    settings: (more: Record<string, string> = {}): Record<string, string> => ({
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'adwarden',
      OIDC_CLIENT_SECRET: 'secret-of-the-office',
      OIDC_NAME: 'Harbour Login',
      OFFICE_ADDRESS: redirectUri.replace(/\/sessions\/oidc\/callback$/, ''),
      ...more,
    }),
    async control(asked: Asked): Promise<Seen> {
      const answer = await fetch(`${issuer}/control`, {
        method: 'POST',
        body: JSON.stringify(asked),
      });
      return (await answer.json()) as Seen;
    },
    /**
     * Does what a person does in a browser: opens the address, signs in as `login`, and returns what stands in the address to which the
     * provider sends the browser back. `cookies` are those of the browser.
     */
    async signIn(url: string, login: string, cookies = new Map<string, string>()) {
      let next = url;
      let body: string | undefined;
      for (let step = 0; step < 12; step += 1) {
        const sent = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const answer = await fetch(next, {
          method: body === undefined ? 'GET' : 'POST',
          redirect: 'manual',
          headers: {
            cookie: sent,
            ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
          },
          ...(body !== undefined && { body }),
        });
        for (const cookie of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
          if (value === '') cookies.delete(name);
          else cookies.set(name, value);
        }
        const location = answer.headers.get('location');
        if (location) {
          next = new URL(location, next).href;
          body = undefined;
          if (next.startsWith(redirectUri)) {
            return Object.fromEntries(new URL(next).searchParams) as Record<string, string>;
          }
          continue;
        }
        const page = await answer.text();
        if (!page.includes('<form') || body !== undefined) {
          throw new Error(`The provider says: ${answer.status} ${page.slice(0, 500)} ${said}`);
        }
        body = new URLSearchParams({ login }).toString();
      }
      throw new Error('The provider goes round and round');
    },
    async stop(): Promise<void> {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

export type TestProvider = Awaited<ReturnType<typeof startProvider>>;
