import { gunzipSync } from 'node:zlib';
import { pathOf } from '@adwarden/contract/call';
import { type CallName, calls } from '@adwarden/contract/calls';
import { type DispatchFunc, type InjectOptions, inject as sendRequest } from 'light-my-request';
import type { Joined } from './joined.ts';

export const adminEmail = 'admin@example.com';
export const adminPassword = 'harbour-lights-9';
/** METRICS_TOKEN of every server of tests. */
export const metricsToken = 'metrics-of-tests';

/** What opens metrics and details of `/readyz` to a request for this path. */
export const openingHeaders = (path: string): Record<string, string> =>
  /^\/(metrics|readyz)$/.test(path) ? { authorization: `Bearer ${metricsToken}` } : {};

/** What a test sends with a call; `as` is a bearer token, `id` goes into the path. */
export type Call = {
  as?: string | undefined;
  id?: string | number;
  body?: unknown;
  query?: Record<string, string | number>;
  headers?: Record<string, string>;
};

/** What is answered before the framework. */
const ownPaths = ['/healthz', '/readyz', '/metrics'];

/** Ways to call a server without a socket. */
export function callsOf(server: Joined['server']) {
  /** What is in front of the framework. The socket of a made request has no time limit. */
  const front: DispatchFunc = (request, response) => {
    Object.assign(request.socket, { setTimeout() {} });
    server.server.emit('request', request, response);
  };

  /** Sends any request and answers its status, headers and JSON. */
  async function inject(options: InjectOptions) {
    const isOwn = ownPaths.includes(String(options.url));
    const headers = { ...openingHeaders(String(options.url)), ...options.headers };
    const response = await (isOwn
      ? sendRequest(front, { ...options, headers })
      : server.inject(options));
    const bytes = response.rawPayload;
    const isGzipped = bytes.length > 0 && response.headers['content-encoding'] === 'gzip';
    const text = isGzipped ? gunzipSync(bytes).toString() : response.body;
    const isJson = String(response.headers['content-type']).includes('application/json');
    return {
      status: response.statusCode,
      headers: response.headers,
      text,
      bytes,
      body: isJson && text !== '' ? JSON.parse(text) : null,
    };
  }

  /** Calls a route of the contract. */
  function call(name: CallName, { as, id, body, query, headers }: Call = {}) {
    return inject({
      method: calls[name].method,
      url: pathOf(calls[name], id),
      ...(query && { query: query as Record<string, string> }),
      ...(body !== undefined && { payload: body as object }),
      headers: { ...(as && { authorization: `Bearer ${as}` }), ...headers },
    });
  }

  async function signIn(
    name: 'adminSignIn' | 'userSignIn',
    body: Record<string, string>,
  ): Promise<string> {
    const answer = await call(name, { body });
    if (answer.status !== 200) throw new Error(`sign-in failed: ${answer.text}`);
    return answer.body.token;
  }

  return {
    inject,
    call,
    signInAdmin: () => signIn('adminSignIn', { email: adminEmail, password: adminPassword }),
    signInUser: (userID: string, password: string) => signIn('userSignIn', { userID, password }),
  };
}
