import { Agent, request } from 'node:http';
import { pathOf } from '@adwarden/contract/call';
import { type CallName, calls } from '@adwarden/contract/calls';
import type { Requests } from '@adwarden/contract/request';
import { admin } from './server.ts';

type Asked = { id?: string | number; query?: object; body?: object };

/** Calls the API over one keep-alive connection; throws unless the answer is 200. */
export type Api = {
  call<N extends CallName>(name: N, ...request: Requests<(typeof calls)[N]>): Promise<Buffer>;
  /** The session's bearer token; '' without a session. */
  bearer: string;
  close(): void;
};

/** Signs in as the administrator. */
export async function signIn(port: number): Promise<Api> {
  const anyone = apiOf(port);
  const answer = JSON.parse(String(await anyone.call('adminSignIn', { body: admin })));
  anyone.close();
  return apiOf(port, answer.token);
}

/** Returns an API client with this bearer token, or without a session. */
export function apiOf(port: number, bearer?: string): Api {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    bearer: bearer ?? '',
    close: () => agent.destroy(),
    call: (name, ...[asked = {}]) =>
      new Promise((resolve, reject) => {
        const { id, query, body } = asked as Asked;
        const parameters = new URLSearchParams(
          Object.entries(query ?? {}).map(([key, value]) => [key, String(value)]),
        );
        const path = `${pathOf(calls[name], id)}${parameters.size > 0 ? `?${parameters}` : ''}`;
        const text = body && JSON.stringify(body);
        const headers = {
          ...(bearer && { authorization: `Bearer ${bearer}` }),
          ...(text && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          }),
        };
        const call = request(
          { host: '127.0.0.1', port, agent, method: calls[name].method, path, headers },
          (response) => {
            const parts: Buffer[] = [];
            response.on('data', (part) => parts.push(part));
            response.on('error', reject);
            response.on('end', () => {
              const whole = Buffer.concat(parts);
              if (response.statusCode === 200) resolve(whole);
              else reject(new Error(`${name} answers ${response.statusCode}: ${whole}`));
            });
          },
        );
        call.on('error', reject);
        call.end(text);
      }),
  };
}
