import { limits } from '@adwarden/contract/limits';
import type { Configuration, ExportedJWKSCache, ServerMetadata } from 'openid-client';
import { AppError } from '../../kit/app-error.ts';
import type { Logger } from '../../kit/logger.ts';
import { boundedFetch } from '../../kit/outside/bounded-fetch.ts';
import type { Claims } from '../../people/claim-rules.ts';
import type { SingleSignOnSettings } from '../../settings.ts';
import { lacksClaims, withUserinfo } from './single-sign-on.claims.policy.ts';
import { isOfAnother, isUnknownKey, refusalOf } from './single-sign-on.refusals.policy.ts';

/** The time limits: of a request in seconds, and of everything for a sign-in in milliseconds. */
const requestSeconds = 10;
const signInMs = 15_000;
const mostBytes = 1024 ** 2;
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

  return {
    /** Returns the address at the provider for a sign-in. `isAgain`: the provider must ask for a new sign-in. */
    begin: ({ state, nonce, verifier }: Agreed, isAgain: boolean): Promise<string> =>
      talk(async () => {
        const client = await load();
        const config = await configure(AbortSignal.timeout(signInMs));
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(isAgain && { prompt: 'login', max_age: '0' }),
        });
        return url.href;
      }),

    /** Finishes a sign-in, and returns who it is. `isAgain`: it must have been just now. */
    finish: (
      { code, error, iss }: Returned,
      { state, nonce, verifier }: Agreed,
      isAgain: boolean,
    ): Promise<Known> =>
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
          ...(isAgain && { maxAge: 0 }),
        });
        keys = client.getJwksCache(config) ?? keys;
        const token = tokens.claims();
        if (!token || token.iss !== issuer) throw new Error('no ID token of this issuer');
        if (token.sub.length > limits.singleSignOn.longestClaim) throw new Error('a long sub');
        let claims: Claims = token;
        if (config.serverMetadata().userinfo_endpoint && lacksClaims(token, settings)) {
          const more = await client.fetchUserInfo(config, tokens.access_token, token.sub);
          claims = withUserinfo(token, more);
        }
        return { issuer, subject: token.sub, claims };
      }),
  };
}
