import { pathOf } from '@adwarden/contract/call';
import { calls } from '@adwarden/contract/calls';
import {
  type Connection,
  connectionAnswer,
  type SeenAnswer,
} from '@adwarden/contract/connections/connections';
import { limits } from '@adwarden/contract/limits';
import { expect } from 'vitest';
import { openCallerServer } from './caller-server.ts';

export const inTheUnitedStates = '8.8.8.8';
export const inIndia = '49.204.0.1';

/** All of Connect's ten minutes are left; the test may take five seconds. */
export const tenMinutes = expect.closeTo(limits.connect.minutes * 60, -1);

/** Opens the product, with the calls of Connect. `as` is a session; an administrator's when it is left out. */
export async function openConnectServer() {
  const api = await openCallerServer();

  async function connect(name: 'connectApp' | 'getConnection', id: string, as: string) {
    const answer = await api.call(name, { as, id });
    expect(answer.status, answer.text).toBe(200);
    return connectionAnswer.strict().parse(answer.body).data;
  }
  const find = (id: string, as = api.admin): Promise<Connection> =>
    connect('getConnection', id, as);
  /** Returns the last answer without its age. */
  async function seen(id: string): Promise<Omit<SeenAnswer, 'secondsAgo'> | null> {
    const { answer } = await find(id);
    if (!answer) return null;
    const { secondsAgo: _, ...rest } = answer;
    return rest;
  }

  return {
    ...api,
    start: (id: string, as = api.admin): Promise<Connection> => connect('connectApp', id, as),
    find,
    seen,
    /** Waits until this is the last answer. `npm run bench -- connect` measures how long it takes. */
    shows: (id: string, answer: Partial<SeenAnswer>) =>
      expect.poll(() => seen(id), { interval: 20 }).toMatchObject(answer),
    openStream: (id: string, as = api.admin): Promise<Response> =>
      fetch(api.base + pathOf(calls.getConnection, id), {
        headers: { authorization: `Bearer ${as}`, accept: 'text/event-stream' },
      }),
  };
}
