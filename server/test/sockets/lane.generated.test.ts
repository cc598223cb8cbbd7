import { expect, test } from 'vitest';
import { longestHead } from '../../src/front/lane/plain-head.ts';
import { token } from '../servers/ads-server.ts';
import { compareWays, openComparison } from './lane.generated.ts';

/* `lane.generated.slow.test.ts` sends more of them. */

test('the lane and node:http alone say the same to 20,000 requests', async () => {
  await compareWays(1, 20_000);
  expect.hasAssertions();
});

/*
 * When Node reads broken bytes together with whole requests, it drops their answers that are not sent yet. How many these are
 * depends on the reads. The lane reads 4 kB at once, and Node's parser 64 kB, so more answers may be sent (seed 54378).
 */
test.each([
  ['the last byte of a read', -1],
  ['the first byte of the next read', 0],
  ['behind a request in two reads', 1],
])('a broken byte behind a late answer and another request: %s', async (_, more) => {
  const { load, compare, taken } = await openComparison();
  load('on');
  const request = (line: string, ...fields: string[]) =>
    `${line} HTTP/1.1\r\n${['Host: a', ...fields].join('\r\n')}\r\n\r\n`;
  const taken400 = request('GET /api/getAds?');
  const late = `GET /api/getAds?appID=abcdefghijklmnop&authToken=${token}`;
  const refused = request('POST /api/getAds?');
  const others = taken400 + request(late, 'X: ') + refused;
  const padded = request(late, `X: ${'z'.repeat(longestHead - others.length + more)}`);
  await compare([`${taken400}${padded}${refused}\0`], 'one write');
  expect(taken()).toBeGreaterThan(0);
});
