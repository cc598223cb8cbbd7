import { limits } from '@adwarden/contract/limits';
import type { PersonKind } from '@adwarden/contract/people/people';
import {
  type SingleSignOnPurpose,
  signInPages,
} from '@adwarden/contract/single-sign-on/single-sign-on';
import type { Configuration, ExportedJWKSCache, IDToken, ServerMetadata } from 'openid-client';
import { AppError } from '../../kit/app-error.ts';
import type { Logger } from '../../kit/logger.ts';
import { boundedFetch } from '../../kit/outside/bounded-fetch.ts';
import type { Claims } from '../../people/claim-rules.ts';
import type { SingleSignOnSettings } from '../../settings.ts';
import { lacksClaims, withUserinfo } from './single-sign-on.claims.policy.ts';
import {
  isOfAnother,
  isOverAtProvider,
  isRefusalInWords,
  isUnknownKey,
  refusalOf,
} from './single-sign-on.refusals.policy.ts';

/** The time limits: of a request in seconds, and of everything for a sign-in in milliseconds. */
const requestSeconds = 10;
const signInMs = 15_000;
/** Milliseconds for which a sign-out waits for the provider's description. */
const signOutMs = 2_000;
const mostBytes = 1024 ** 2;
/** What is asked for, and what gives a refresh token besides. */
const scope = 'openid email profile';
const offlineAccess = 'offline_access';
/** Seconds by which the clocks may differ. */
const toleranceSeconds = 60;
/** Milliseconds for which the provider's own description is believed, and between two times that it is read anew for new keys. */
const knownForMs = 3_600_000;
const anewEveryMs = 10_000;

/** What the server and the provider have agreed on for one sign-in. */
type Agreed = { state: string; nonce: string; verifier: string };

/** What came back in the address. */
export type Returned = {
  code?: string | undefined;
  error?: string | undefined;
  iss?: string | undefined;
};

/** A person at the provider, with the claims of the ID token and of userinfo. */
export type Known = { issuer: string; subject: string; claims: Claims };

/**
 * What the provider says about somebody later. `over`: it does not take the refresh token any more. `other`: it has answered about
 * somebody else. `claims` is null when it has said nothing about the person. `silent`: there was no whole answer, or none that can be
 * believed; `isSure`: the refresh token was not used up.
 */
export type Refreshed =
  | { is: 'known'; claims: Claims | null }
  | { is: 'over' }
  | { is: 'other' }
  | { is: 'silent'; isSure: boolean; why: string };

export type Provider = ReturnType<typeof createProvider>;

/**
 * Builds the talks with the provider (ADR 142). The library is loaded for the first sign-in, and so is the provider's description: no
 * start waits for them.
 */
export function createProvider(deps: {
  settings: SingleSignOnSettings;
  /** The page to which the provider sends people back. */
  redirectUri: string;
  logger: Logger;
  now?: () => number;
}) {
  const { settings, redirectUri, logger, now = () => performance.now() } = deps;
  const { issuer, clientId, clientSecret, name } = settings;
  const load = () => import('openid-client');
  const isPlain = issuer.startsWith('http:');

  let known: { metadata: Promise<ServerMetadata>; at: number } | null = null;
  let keys: ExportedJWKSCache | undefined;

  /** Builds the refusal of a provider that describes itself as another issuer than the setting, letter for letter. */
  const anotherIssuer = () =>
    new AppError(
      'unavailable',
      `${name} says that it is another issuer than OIDC_ISSUER: an administrator must correct the setting`,
      { isCallers: true },
    );

  async function discover(): Promise<ServerMetadata> {
    const client = await load();
    const options = {
      timeout: requestSeconds,
      [client.customFetch]: boundedFetch(AbortSignal.timeout(signInMs), mostBytes),
      execute: isPlain ? [client.allowInsecureRequests] : [],
    };
    const found = await client
      .discovery(new URL(issuer), clientId, clientSecret, undefined, options)
      .catch((error) => {
        throw isOfAnother(error) ? anotherIssuer() : error;
      });
    const metadata = found.serverMetadata();
    // The library takes another spelling, and for some providers another tenant.
    if (metadata.issuer !== issuer) throw anotherIssuer();
    return { ...metadata };
  }

  /** Returns the provider's description; a failure is not kept. */
  function describe(): Promise<ServerMetadata> {
    if (known && now() - known.at < knownForMs) return known.metadata;
    const one = { metadata: discover(), at: now() };
    known = one;
    one.metadata.catch(() => {
      if (known === one) known = null;
    });
    return one.metadata;
  }

  /** Forgets the description and the keys, at most every ten seconds. */
  function forget(): void {
    keys = undefined;
    if (known && now() - known.at >= anewEveryMs) known = null;
  }

  /** Builds the library's view of the provider for one sign-in, which has a time limit of its own. */
  async function configure(signal: AbortSignal): Promise<Configuration> {
    const client = await load();
    const metadata = await describe();
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const auth = methods.includes('client_secret_basic')
      ? client.ClientSecretBasic(clientSecret)
      : client.ClientSecretPost(clientSecret);
    const own = { client_secret: clientSecret, [client.clockTolerance]: toleranceSeconds };
    const config = new client.Configuration(metadata, clientId, own, auth);
    config.timeout = requestSeconds;
    config[client.customFetch] = boundedFetch(signal, mostBytes);
    // Without it, a token whose `sub` was changed on the way would be taken.
    client.enableNonRepudiationChecks(config);
    if (isPlain) client.allowInsecureRequests(config);
    if (keys) client.setJwksCache(config, keys);
    return config;
  }

  /** Runs a talk; AppError with words for people. The log gets why, without tokens and claims. */
  async function talk<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const { code, error: said } = error as { code?: string; error?: string };
      const why = { code, said, message: (error as Error).message };
      if (!(error instanceof AppError))
        logger.warn({ oidc: why }, 'the provider of single sign-on');
      if (isUnknownKey(error)) forget();
      throw refusalOf(error, name);
    }
  }

  /** Tells whether the provider gives refresh tokens to whoever asks for them, and so is asked. */
  const givesRefreshTokens = (config: Configuration): boolean =>
    config.serverMetadata().scopes_supported?.includes(offlineAccess) ?? false;

  /** Adds what the ID token lacks, from userinfo with the same subject. */
  async function withMore(
    config: Configuration,
    token: Claims,
    { accessToken, subject }: { accessToken: string; subject: string },
  ): Promise<Claims> {
    if (!config.serverMetadata().userinfo_endpoint || !lacksClaims(token, settings)) return token;
    const { fetchUserInfo } = await load();
    return withUserinfo(token, await fetchUserInfo(config, accessToken, subject));
  }

  return {
    /**
     * Returns the address at the provider for a sign-in. With `again` the provider must ask for a new sign-in; with `choosesAccount` it
     * asks which account to use, although one is signed in there.
     */
    begin: (
      { state, nonce, verifier }: Agreed,
      { asking, choosesAccount }: { asking: SingleSignOnPurpose; choosesAccount: boolean },
    ): Promise<string> =>
      talk(async () => {
        const client = await load();
        const config = await configure(AbortSignal.timeout(signInMs));
        const isOffline = asking === 'signIn' && givesRefreshTokens(config);
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: isOffline ? `${scope} ${offlineAccess}` : scope,
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(choosesAccount && { prompt: promptToChoose(config) }),
          ...(asking === 'again' && { prompt: 'login', max_age: '0' }),
        });
        return url.href;
      }),

    /**
     * Finishes a sign-in, and returns who it is, and the refresh token if there is one. With `again`, the person must have signed in
     * just now.
     */
    finish: (
      { code, error, iss }: Returned,
      { state, nonce, verifier }: Agreed,
      asking: SingleSignOnPurpose,
    ): Promise<Known & { refreshToken: string | null }> =>
      talk(async () => {
        const client = await load();
        const config = await configure(AbortSignal.timeout(signInMs));
        const returned = new URL(redirectUri);
        const parameters = { code, error, state, iss };
        for (const [key, value] of Object.entries(parameters)) {
          if (value !== undefined) returned.searchParams.set(key, value);
        }
        const tokens = await client.authorizationCodeGrant(config, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          ...(asking === 'again' && { maxAge: 0 }),
        });
        keys = client.getJwksCache(config) ?? keys;
        const token = tokens.claims();
        if (!token || token.iss !== issuer) throw new Error('no ID token of this issuer');
        if (token.sub.length > limits.singleSignOn.longestClaim) throw new Error('a long sub');
        const { sub: subject } = token;
        const claims = await withMore(config, token, {
          accessToken: tokens.access_token,
          subject,
        });
        const wasAsked = asking === 'signIn' && givesRefreshTokens(config);
        return {
          issuer,
          subject,
          claims,
          refreshToken: wasAsked ? fitting(tokens.refresh_token) : null,
        };
      }),

    /**
     * Asks the provider again about the person of a session. `keep` is called as soon as the provider has taken the refresh token, with
     * the new one, or null when the old one goes on: a failure after it has used up nothing. Never throws for what the provider does.
     */
    async refresh(
      refreshToken: string,
      subject: string,
      keep: (next: string | null) => Promise<void>,
    ): Promise<Refreshed> {
      const silent = (error: unknown, isSure: boolean): Refreshed => {
        if (isUnknownKey(error)) forget();
        const { code, message } = error as { code?: string; message: string };
        return { is: 'silent', isSure, why: [code, message].filter(Boolean).join(' ') };
      };
      const client = await load();
      const config = await configure(AbortSignal.timeout(signInMs)).catch((error: Error) => error);
      if (config instanceof Error) return silent(config, true);
      const tokens = await client
        .refreshTokenGrant(config, refreshToken)
        .catch((error: Error) => error);
      if (tokens instanceof Error) {
        if (isOverAtProvider(tokens)) return { is: 'over' };
        return silent(tokens, isRefusalInWords(tokens));
      }
      keys = client.getJwksCache(config) ?? keys;
      const next = fitting(tokens.refresh_token);
      if (tokens.refresh_token && !next) return silent(new Error('a long refresh token'), false);
      await keep(next);
      const token: IDToken | undefined = tokens.claims();
      // OpenID Connect Core 1.0, section 12.2: it must be the same person.
      if (token && (token.sub !== subject || token.iss !== issuer)) return { is: 'other' };
      try {
        const accessToken = tokens.access_token;
        const claims = await withMore(config, token ?? {}, { accessToken, subject });
        const isTold = token !== undefined || claims.sub === subject;
        return { is: 'known', claims: isTold ? claims : null };
      } catch (error) {
        return silent(error, true);
      }
    },

    /**
     * Returns the page on which somebody signs out at the provider, and comes back to the sign-in page; null when the provider names
     * none, or does not answer soon: a sign-out must not wait. No ID token goes with it (`id_token_hint`): it would stand in the address
     * and in the history of the browser. So the provider may ask whether the person wants to.
     */
    async signOutPage(kind: PersonKind): Promise<string | null> {
      const signal = AbortSignal.timeout(signOutMs);
      const late = new Promise<null>((resolve) =>
        signal.addEventListener('abort', () => resolve(null)),
      );
      const page = async () => {
        const client = await load();
        const config = await configure(signal);
        if (!config.serverMetadata().end_session_endpoint) return null;
        const back = { post_logout_redirect_uri: `${settings.office}${signInPages[kind]}` };
        return client.buildEndSessionUrl(config, back).href;
      };
      return Promise.race([late, page().catch(() => null)]);
    },

    /** Tells the provider that a refresh token is not needed any more, if it takes that. Throws for what the provider does. */
    async revoke(refreshToken: string): Promise<void> {
      const client = await load();
      const config = await configure(AbortSignal.timeout(signInMs));
      if (!config.serverMetadata().revocation_endpoint) return;
      await client.tokenRevocation(config, refreshToken, { token_type_hint: 'refresh_token' });
    },
  };
}

/** Returns a refresh token that has the length of one; null for none. */
const fitting = (token: string | undefined): string | null =>
  token && Buffer.byteLength(token) <= limits.singleSignOn.refresh.longestToken ? token : null;

/** Returns the prompt that lets people choose an account; a provider that says that it has none asks for a sign-in. */
function promptToChoose(config: Configuration): string {
  const known = config.serverMetadata().prompt_values_supported;
  const canChoose = !Array.isArray(known) || known.includes('select_account');
  return canChoose ? 'select_account' : 'login';
}
