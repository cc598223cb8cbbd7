import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { decodeJwt, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import Provider from 'oidc-provider';
import type { Asked, Misbehaviour, PeopleThere } from './oidc-provider.ts';

/*
 * A real provider of OpenID Connect in a process of its own, for tests. What it answers can be changed on the way, by a proxy in front
 * of it in the same process, because a good provider does nothing wrong. The first line that it prints is its address.
 */

const [redirectUri = ''] = process.argv.slice(2);
let people: PeopleThere = {};
let wrong: Misbehaviour = {};

const server = createServer((request, response) => {
  handle(request, response).catch((error) => {
    console.error(error);
    response.writeHead(500).end();
  });
});
server.listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const scope = 'openid email profile';
const provider = new Provider(issuer, {
  clients: [
    { client_id: 'adwarden', client_secret: 'secret-of-the-office', redirect_uris: [redirectUri] },
  ],
  cookies: { keys: ['of tests'] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({ ...people[id]?.userinfo, sub: id }),
  }),
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
    if (asked.rotates) {
      isNext += 1;
      key = await newKey(`next-${isNext}`);
    }
    return void json({});
  }
  const [, uid = ''] = /^\/interaction\/([\w-]+)$/.exec(pathname) ?? [];
  if (uid && request.method === 'GET') {
    return void response.writeHead(200, { 'content-type': 'text/html' }).end(form(uid));
  }
  if (uid) {
    const login = new URLSearchParams(await text(request)).get('login') ?? '';
    const result =
      login === 'nobody' ? { error: 'access_denied' } : { login: { accountId: login } };
    await provider.interactionFinished(request, response, result, {
      mergeWithLastSubmission: false,
    });
    return;
  }
  if (request.headers['x-behind']) return void (await answer(request, response));
  if (wrong.hangsAt && pathname.startsWith(wrong.hangsAt)) return;
  if (pathname === '/jwks') return void json({ keys: [key.jwk] });
  if (pathname === '/.well-known/openid-configuration') {
    const described = (await (await ask(request, '')).json()) as object;
    const filling = wrong.isLarge ? { filling: 'x'.repeat(1_100_000) } : {};
    return void json({ ...described, ...(wrong.issuer && { issuer: wrong.issuer }), ...filling });
  }
  if (pathname === '/token') {
    const tokens = await ask(request, await text(request));
    const body = (await tokens.json()) as Record<string, string>;
    if (body.id_token) body.id_token = await resigned(body.id_token);
    response.writeHead(tokens.status, { 'content-type': 'application/json' });
    return void response.end(JSON.stringify(body));
  }
  await answer(request, response);
}

console.log(issuer);
