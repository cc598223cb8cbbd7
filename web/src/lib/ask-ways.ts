import { type Ways, wayCalls } from '@adwarden/contract/ways';
import { request } from './http-client.ts';

let asked: Promise<Ways> | null = null;

/** Asks for the ways to sign in besides the password. They change with a restart of the server only, so a tab asks once. */
export function askWays(): Promise<Ways> {
  asked ??= request(wayCalls.getWays, { token: null }).then(
    ({ data }) => data,
    (error) => {
      asked = null;
      throw error;
    },
  );
  return asked;
}
