import { Agent, request } from 'node:http';
import { wireOf } from '@adwarden/contract/testing/wire';

/*
 * Guesses passwords from the message `start` to the message `pause`. It answers `pause` with the number of tries.
 *
 *   node sign-ins-client.ts PORT PER-SECOND
 */

const [port, perSecond] = process.argv.slice(2).map(Number);
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const done = { wrong: 0, busy: 0, unavailable: 0 };
let tries = 0;
let timer: NodeJS.Timeout | undefined;

function guess(): void {
  tries += 1;
  const from = `10.${(tries >> 16) & 255}.${(tries >> 8) & 255}.${tries & 255}`;
  const { body, ...asked } = wireOf('userSignIn', {
    body: { userID: `nobody ${tries}`, password: `a guess ${tries}` },
    headers: { 'x-forwarded-for': from },
  });
  const call = request({ host: '127.0.0.1', port, agent, ...asked }, (response) => {
    if (response.statusCode === 401) done.wrong += 1;
    else if (response.statusCode === 429) done.busy += 1;
    // The office waits too long for a processor or for the database: on a busy machine that is right.
    else if (response.statusCode === 503) done.unavailable += 1;
    else throw new Error(`A wrong sign-in is answered ${response.statusCode}`);
    response.resume();
  });
  call.end(body);
}

process.on('message', (order) => {
  clearInterval(timer);
  if (order === 'start') timer = setInterval(guess, 1000 / Number(perSecond));
  else process.send?.(done);
});
process.on('disconnect', () => process.exit(0));
