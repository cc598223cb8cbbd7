import { gunzipSync } from 'node:zlib';
import { pathOf } from '@adwarden/contract/call';
import { type CallName, calls } from '@adwarden/contract/calls';
import type { Requests } from '@adwarden/contract/request';
import { type DispatchFunc, type InjectOptions, inject as sendRequest } from 'light-my-request';
import type { Joined } from './joined.ts';

export const adminEmail = 'admin@example.com';
export const adminPassword = 'harbour-lights-9';
/** METRICS_TOKEN of every server of tests. */
export const metricsToken = 'metrics-of-tests';

/** Returns the headers that open metrics and details of `/readyz` to a request for this path. */
export const openingHeaders = (path: string): Record<string, string> =>
  /^\/(metrics|readyz)$/.test(path) ? { authorization: `Bearer ${metricsToken}` } : {};

/** The caller's bearer token, and further headers. */
type Beside = { as?: string | undefined; headers?: Record<string, string> };

/** The request of a test, whatever the call takes; `id` goes into the path. */
export type Call = Beside & {
  id?: string | number;
  body?: unknown;
  query?: Record<string, string | number>;
};

/** The paths that are answered before the framework. */
const ownPaths = ['/healthz', '/readyz', '/metrics'];

/** Returns ways to call a server without a socket. */
export function callsOf(server: Joined['server']) {
  /** Handles a request like the code in front of the framework. The socket of a made request has no time limit. */
  const front: DispatchFunc = (request, response) => {
    Object.assign(request.socket, { setTimeout() {} });
    server.server.emit('request', request, response);
  };

  /** Sends any request and returns its status, headers and JSON. */
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

  /** Calls a route of the contract with a request that its types may refuse, for tests of bad input. */
  function callLoosely(name: CallName, { as, id, body, query, headers }: Call = {}) {
    return inject({
      method: calls[name].method,
      url: pathOf(calls[name], id),
      ...(query && { query: query as Record<string, string> }),
      ...(body !== undefined && { payload: body as object }),
      headers: { ...(as && { authorization: `Bearer ${as}` }), ...headers },
    });
  }

  /** Calls a route of the contract. */
  const call = <N extends CallName>(name: N, ...[request]: Requests<(typeof calls)[N], Beside>) =>
    callLoosely(name, request as Call);

  async function signIn(
    name: 'adminSignIn' | 'userSignIn',
    body: Record<string, string>,
  ): Promise<string> {
    const answer = await callLoosely(name, { body });
    if (answer.status !== 200) throw new Error(`sign-in failed: ${answer.text}`);
    return answer.body.token;
  }

  return {
    inject,
    call,
    callLoosely,
    signInAdmin: () => signIn('adminSignIn', { email: adminEmail, password: adminPassword }),
    signInUser: (userID: string, password: string) => signIn('userSignIn', { userID, password }),
  };
}
