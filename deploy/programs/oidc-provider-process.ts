import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { decodeJwt, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import Provider, { interactionPolicy } from 'oidc-provider';
import type { Asked, Misbehaviour, Offers, PeopleThere, Seen } from './oidc-provider.ts';

/*
 * A real provider of OpenID Connect in a process of its own, for tests. What it answers can be changed on the way, by a proxy in front
 * of it in the same process, because a good provider does nothing wrong. The first line that it prints is its address.
 */

const [redirectUri = ''] = process.argv.slice(2);
const office = redirectUri.replace(/\/sessions\/oidc\/callback$/, '');
let people: PeopleThere = {};
let wrong: Misbehaviour = {};
let offers: Offers = {};
const seen: Seen = { revoked: 0, refreshed: {} };
/** The nonces of sign-ins that have asked for a refresh token, and the people of refresh tokens. */
const asksForRefresh = new Set<string>();
const peopleOf = new Map<string, string>();

const server = createServer((request, response) => {
  handle(request, response).catch((error) => {
    console.error(error);
    response.writeHead(500).end();
  });
});
server.listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const policy = interactionPolicy.base();
policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);

const scope = 'openid email profile';
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'adwarden',
      client_secret: 'secret-of-the-office',
      redirect_uris: [redirectUri],
      post_logout_redirect_uris: ['/admin/login', '/login'].map((page) => `${office}${page}`),
      grant_types: ['authorization_code', 'refresh_token'],
    },
  ],
  cookies: { keys: ['of tests'] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  features: {
    devInteractions: { enabled: false },
    revocation: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      async logoutSource(context, form) {
        context.body = `<!doctype html><title>Harbour Login</title>${form}
          <button form="op.logoutForm" name="logout" value="yes">Sign out of Harbour Login</button>`;
      },
    },
  },
  // It gives one without asking for consent, as others do; a session there that ends does not end it.
  issueRefreshToken: async (_context, _client, code) =>
    offers.refresh === true && asksForRefresh.has((code as { nonce?: string }).nonce ?? ''),
  expiresWithSession: async () => false,
  rotateRefreshToken: () => offers.spends === true,
  interactions: { policy, url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: (_context, id) =>
    wrong.gone?.includes(id)
      ? undefined
      : { accountId: id, claims: () => ({ ...people[id]?.userinfo, sub: id }) },
  // Nobody is asked what the office may know.
  async loadExistingGrant({ oidc }) {
    const grant = new oidc.provider.Grant({
      clientId: oidc.client?.clientId ?? '',
      accountId: oidc.session?.accountId ?? '',
    });
    grant.addOIDCScope(scope);
    await grant.save();
    return grant;
  },
});
provider.on('server_error', (_context, error) => console.error(error));
const answer = provider.callback();

type Key = { kid: string; sign: CryptoKey; jwk: JWK };
async function newKey(kid: string): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  return { kid, sign: privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256' } };
}
let key = await newKey('first');
let isNext = 0;

/** Asks the provider behind, and returns what it answers. */
async function ask(request: IncomingMessage, body: string): Promise<Response> {
  const headers = { ...request.headers, 'x-behind': '1' } as unknown as Record<string, string>;
  delete headers['content-length'];
  return fetch(`${issuer}${request.url}`, {
    method: request.method ?? 'GET',
    headers,
    ...(body && { body }),
  });
}

/** Replaces the claims of the ID token by those that the test wants, and signs it with the key of the proxy. */
async function resigned(idToken: string): Promise<string> {
  const claims = decodeJwt(idToken);
  const own = { ...claims, ...people[claims.sub ?? '']?.idToken, ...wrong.claims };
  const kept = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null));
  const token = await new SignJWT(kept)
    .setProtectedHeader({ alg: 'RS256', kid: key.kid })
    .sign(key.sign);
  if (!wrong.sub) return token;
  const [header, , signature] = token.split('.');
  const payload = Buffer.from(JSON.stringify({ ...kept, sub: wrong.sub })).toString('base64url');
  return `${header}.${payload}.${signature}`;
}

/** Notes whether a sign-in asks for a refresh token. */
function noteAsked(asked: URLSearchParams): void {
  const nonce = asked.get('nonce');
  if (nonce && asked.get('scope')?.split(' ').includes('offline_access')) asksForRefresh.add(nonce);
}

/** Returns the provider's description with what it offers now. */
function describedAs(described: Record<string, unknown>): Record<string, unknown> {
  const { end_session_endpoint: signOut, scopes_supported: scopes, ...others } = described;
  const named = (scopes as string[]).filter((one) => offers.refresh || one !== 'offline_access');
  return {
    ...others,
    scopes_supported: named,
    ...(offers.signOut && { end_session_endpoint: signOut }),
  };
}

const form = (uid: string) =>
  `<!doctype html><title>Harbour Login</title><form method="post" action="/interaction/${uid}">
  <label>Login <input name="login" autofocus></label> <button>Continue</button></form>`;

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', issuer);
  const json = (value: unknown) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  if (pathname === '/control') {
    const asked = JSON.parse(await text(request)) as Asked;
    people = asked.people ?? people;
    wrong = asked.wrong ?? {};
    offers = asked.offers ?? offers;
    if (asked.rotates) {
      isNext += 1;
      key = await newKey(`next-${isNext}`);
    }
    return void json(seen);
  }
  const [, uid = ''] = /^\/interaction\/([\w-]+)$/.exec(pathname) ?? [];
  if (uid && request.method === 'GET') {
    return void response.writeHead(200, { 'content-type': 'text/html' }).end(form(uid));
  }
  if (uid) {
    const login = new URLSearchParams(await text(request)).get('login') ?? '';
    const result =
      login === 'nobody'
        ? { error: 'access_denied' }
        : { login: { accountId: login }, select_account: {} };
    await provider.interactionFinished(request, response, result, {
      mergeWithLastSubmission: false,
    });
    return;
  }
  if (request.headers['x-behind']) return void (await answer(request, response));
  if (wrong.hangsAt && pathname.startsWith(wrong.hangsAt)) return;
  const failure = wrong.fails?.[pathname];
  if (failure !== undefined) return void response.writeHead(failure).end('away');
  if (pathname === '/auth') noteAsked(new URL(request.url ?? '/', issuer).searchParams);
  if (pathname === '/token/revocation') seen.revoked += 1;
  if (pathname === '/jwks') return void json({ keys: [key.jwk] });
  if (pathname === '/.well-known/openid-configuration') {
    const described = (await (await ask(request, '')).json()) as Record<string, unknown>;
    const filling = wrong.isLarge ? { filling: 'x'.repeat(1_100_000) } : {};
    const own = { ...describedAs(described), ...(wrong.issuer && { issuer: wrong.issuer }) };
    return void json({ ...own, ...filling });
  }
  if (pathname === '/token') {
    const sent = await text(request);
    const used = new URLSearchParams(sent).get('refresh_token') ?? '';
    const person = peopleOf.get(used) ?? '';
    if (used !== '') seen.refreshed[person] = (seen.refreshed[person] ?? 0) + 1;
    if (wrong.hangsAbout?.includes(person)) return;
    const tokens = await ask(request, sent);
    const body = (await tokens.json()) as Record<string, string>;
    if (body.refresh_token && body.id_token) {
      peopleOf.set(body.refresh_token, decodeJwt(body.id_token).sub ?? '');
    }
    if (wrong.losesAbout?.includes(person)) return void request.socket.destroy();
    if (used !== '' && wrong.lacksIdToken) delete body.id_token;
    if (body.id_token) body.id_token = await resigned(body.id_token);
    response.writeHead(tokens.status, { 'content-type': 'application/json' });
    return void response.end(JSON.stringify(body));
  }
  await answer(request, response);
}

console.log(issuer);
