import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answers, hostile, openReceiver, type Receiver } from '../../../test/outside/receiver.ts';
import type { OutsideRequest } from './ask-outside.ts';
import { OutsideFault } from './outside-fault.ts';
import { postOutside } from './post-outside.ts';
import { createResolveHost } from './resolve-host.ts';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(() => receiver?.close());

const reach = { allowsPrivate: true, setting: 'PRIVATE' };
const post = (over: Partial<OutsideRequest> = {}) =>
  postOutside({
    url: new URL(receiver.url),
    body: '{"a":1}',
    headers: { 'x-one': '1' },
    reach,
    signal: AbortSignal.timeout(2_000),
    resolve: createResolveHost(),
    ...over,
  });
const named = (host: string, path = '/hook') => new URL(`http://${host}:${receiver.port}${path}`);

test('sends the body and the headers, and says the status', async () => {
  receiver.reacts(answers(201));
  expect(await post({ url: named('127.0.0.1', '/hook?a=b') })).toEqual({
    status: 201,
    retryAfterMs: null,
  });
  expect(receiver.received.at(-1)).toMatchObject({
    text: '{"a":1}',
    headers: { 'x-one': '1', 'content-length': '7', host: `127.0.0.1:${receiver.port}` },
  });
});

test('connects to the address that was checked, whatever the name says later', async () => {
  receiver.reacts(answers(200));
  let asked = 0;
  const resolve = async () => [asked++ === 0 ? '127.0.0.1' : '203.0.113.9'];
  expect((await post({ url: named('hooks.example'), resolve })).status).toBe(200);
  expect(asked).toBe(1);
  const { host } = receiver.received.at(-1)?.headers ?? {};
  expect(host, 'the name reaches the receiver').toBe(`hooks.example:${receiver.port}`);
});

test('a private network is not reached, by name or by address', async () => {
  const before = receiver.received.length;
  const strict = { ...reach, allowsPrivate: false };
  const resolve = async () => ['127.0.0.1', '10.0.0.5'];
  const byName = post({ url: named('hooks.example'), resolve, reach: strict });
  await expect(byName).rejects.toThrow(
    new OutsideFault('hooks.example is 127.0.0.1, an address of this machine, and PRIVATE is off'),
  );
  await expect(post({ url: named('10.0.0.5'), reach: strict })).rejects.toThrow(
    '10.0.0.5 is in a private network, and PRIVATE is off',
  );
  expect(receiver.received.length).toBe(before);
});

test('localhost and IPv6 need no DNS', async () => {
  receiver.reacts(answers(200));
  expect((await post({ url: named('localhost') })).status).toBe(200);
  await expect(post({ url: new URL('http://[::1]:1/') })).rejects.toThrow(
    /no way|refused|cannot be reached/,
  );
});

test.each([
  [302, null],
  [500, null],
])('says a status of %i as it is, and follows no redirect', async (status, retryAfterMs) => {
  const before = receiver.received.length;
  receiver.reacts(answers(status, { location: receiver.url }));
  expect(await post()).toEqual({ status, retryAfterMs });
  expect(receiver.received.length).toBe(before + 1);
});

test.each([
  ['30', 30_000, 30_000],
  [new Date(Date.now() + 60_000).toUTCString(), 50_000, 60_000],
])('understands Retry-After: %s', async (value, least, most) => {
  receiver.reacts(answers(429, { 'retry-after': value }));
  const { retryAfterMs } = await post();
  expect(retryAfterMs).toBeGreaterThanOrEqual(least);
  expect(retryAfterMs).toBeLessThanOrEqual(most);
});
test.each(['x', '-1', '', new Date(0).toUTCString()])('ignores Retry-After: %s', async (value) => {
  receiver.reacts(answers(429, { 'retry-after': value }));
  expect((await post()).retryAfterMs).toBeNull();
});

describe('a hostile receiver', () => {
  test.each([
    ['that hangs', hostile.hangs, 'did not answer in time'],
    ['that breaks off', hostile.breaksOff, 'closed the connection'],
    ['that speaks no HTTP', hostile.isNoHttp, 'does not speak HTTP'],
  ])('%s', async (_, reaction, message) => {
    receiver.reacts(reaction);
    await expect(post({ signal: AbortSignal.timeout(500) })).rejects.toThrow(message);
  });

  test.each([
    ['that sends 100 MB', hostile.sendsMuch],
    ['whose answer never ends', hostile.neverEnds],
  ])('%s is left soon, and its body is not kept', async (_, reaction) => {
    receiver.reacts(reaction);
    const before = process.memoryUsage().arrayBuffers;
    const began = performance.now();
    expect((await post()).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(1_500);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30 * 1024 * 1024);
  });

  test('with a head that does not end', async () => {
    receiver.reacts((response) => {
      response.socket?.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`);
    });
    await expect(post()).rejects.toThrow('sent too long headers');
  });

  test('nothing answers, and no TLS', async () => {
    await expect(post({ url: new URL('http://127.0.0.1:1/') })).rejects.toThrow(
      '127.0.0.1:1 refused the connection',
    );
    const url = new URL(receiver.url.replace('http', 'https'));
    await expect(post({ url })).rejects.toThrow('does not speak HTTPS');
  });
});

test('ends when it is told to', async () => {
  receiver.reacts(hostile.hangs);
  const end = new AbortController();
  setTimeout(() => end.abort(), 100);
  const began = performance.now();
  await expect(post({ signal: end.signal })).rejects.toMatchObject({ name: 'AbortError' });
  expect(performance.now() - began).toBeLessThan(1_000);
});
