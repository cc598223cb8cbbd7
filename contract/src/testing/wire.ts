import { pathOf } from '../call.ts';
import { type CallName, calls } from '../calls.ts';
import type { Requests } from '../request.ts';

/* The requests of tests and benchmarks, as HTTP clients send them. */

/** The caller's bearer token, and further headers. */
export type Beside = { as?: string | undefined; headers?: Record<string, string> };

/** A request, whatever the call takes. */
export type LooseRequest = Beside & {
  id?: string | number;
  query?: object | undefined;
  body?: object | undefined;
};

/** A request as it is sent. A form has its type when it is sent. */
export type Wire = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | FormData;
};

/** Writes a call with a request that its types may refuse, for tests of bad input. */
export function looseWire(name: CallName, request: LooseRequest = {}): Wire {
  const { as, id, query = {}, body, headers } = request;
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
  const isForm = body instanceof FormData;
  return {
    method: calls[name].method,
    path: `${pathOf(calls[name], id)}${search.size > 0 ? `?${search}` : ''}`,
    headers: {
      ...(as && { authorization: `Bearer ${as}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  };
}

/** Writes a call of the contract. */
export const wireOf = <N extends CallName>(
  name: N,
  ...[request]: Requests<(typeof calls)[N], Beside>
): Wire => looseWire(name, request as LooseRequest);
