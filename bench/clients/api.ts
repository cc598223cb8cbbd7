import { Agent, request } from 'node:http';
import type { CallName, calls } from '@adwarden/contract/calls';
import type { Requests } from '@adwarden/contract/request';
import { type Beside, type LooseRequest, looseWire } from '@adwarden/contract/testing/wire';
import { admin } from '../servers/server.ts';

/** Calls the API over one keep-alive connection; throws unless the answer is 200. */
export type Api = {
  call<N extends CallName>(
    name: N,
    ...request: Requests<(typeof calls)[N], Pick<Beside, 'headers'>>
  ): Promise<Buffer>;
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
    async call(name, ...[asked]) {
      const { body, ...wire } = looseWire(name, { as: bearer, ...(asked as LooseRequest) });
      // A form gets its type and its bytes.
      const whole = body === undefined ? undefined : new Response(body);
      const bytes = whole && Buffer.from(await whole.arrayBuffer());
      const headers = {
        ...(whole && { 'content-type': whole.headers.get('content-type') ?? '' }),
        ...(bytes && { 'content-length': bytes.length }),
        ...wire.headers,
      };
      return new Promise((resolve, reject) => {
        const call = request({ host: '127.0.0.1', port, agent, ...wire, headers }, (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part) => parts.push(part));
          response.on('error', reject);
          response.on('end', () => {
            const whole = Buffer.concat(parts);
            if (response.statusCode === 200) resolve(whole);
            else reject(new Error(`${name} answers ${response.statusCode}: ${whole}`));
          });
        });
        call.on('error', reject);
        call.end(bytes);
      });
    },
  };
}
