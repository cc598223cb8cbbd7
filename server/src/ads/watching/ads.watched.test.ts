import { afterEach, describe, expect, it, vi } from 'vitest';
import { type AdsServer, bothWays, openAdsServer } from '../../../test/servers/ads-server.ts';
import { appKey } from '../answers/ads.app-key.ts';
import { type CallerPart, callerPart } from '../callers/caller.part.ts';
import { createWatchedApps } from './ads.watched.ts';

const appID = 'abcdefghijklmnop';
/** Two IDs that begin alike, so they share one bit of the table. */
const alike = 'abcdefghijklmnoq';
const from = { headers: {}, socket: { remoteAddress: '192.0.2.1' } };
const keyOf = (id: string) => appKey(id) as NonNullable<ReturnType<typeof appKey>>;

function create() {
  let now = 0;
  const onNoted = vi.fn();
  const watched = createWatchedApps(() => now, onNoted);
  return {
    watched,
    onNoted,
    note(id: string, at: number) {
      now = at;
      if (watched.mayWant(keyOf(id))) watched.note(id, from, 200);
    },
    taken: () => watched.take().map(({ appID: id, at }) => [id, at]),
  };
}

it('notes the last request of each watched app, once, and of no other app', () => {
  const { watched, onNoted, note, taken } = create();
  expect(watched.mayWant(keyOf(appID))).toBe(false);
  note(appID, 1);
  expect(onNoted).not.toHaveBeenCalled();
  watched.watch([appID, 'no app ID']);
  expect(watched.mayWant(keyOf(appID))).toBe(true);
  note(alike, 2);
  expect(onNoted).not.toHaveBeenCalled();
  note(appID, 3);
  note(appID, 4);
  expect(onNoted).toHaveBeenCalledTimes(1);
  expect(taken()).toEqual([[appID, 4]]);
  expect(taken()).toEqual([]);
  note(appID, 5);
  expect(onNoted).toHaveBeenCalledTimes(2);
});

it('tells apps apart whose IDs begin alike, and forgets those that are not watched any more', () => {
  const { watched, note, taken } = create();
  watched.watch([appID, alike]);
  note(appID, 1);
  note(alike, 2);
  watched.watch([alike]);
  note(appID, 3);
  expect(taken()).toEqual([[alike, 2]]);
  watched.watch([]);
  expect(watched.mayWant(keyOf(appID))).toBe(false);
});

it('notes 20 answers of an app, and then no more of it until the next take', () => {
  const { watched, note, taken } = create();
  watched.watch([appID, alike]);
  for (let at = 1; at <= 30; at += 1) note(appID, at);
  note(alike, 31);
  expect(taken()).toEqual([
    [appID, 20],
    [alike, 31],
  ]);
  note(appID, 32);
  expect(taken()).toEqual([[appID, 32]]);
  watched.watch([appID]);
  for (let at = 33; at <= 52; at += 1) note(appID, at);
  expect(watched.mayWant(keyOf(appID)), 'it is not looked up any more').toBe(false);
  taken();
  expect(watched.mayWant(keyOf(appID))).toBe(true);
});

describe.each(bothWays)('$way', ({ withLane }) => {
  let api: AdsServer | undefined;
  afterEach(() => api?.close());

  it('has the status that was sent, also of refusals and of closed connections', async () => {
    api = await openAdsServer({ withLane });
    const statuses = () => api?.watched.take().map(({ status }) => status);
    api.load();
    await api.ask();
    expect(statuses(), 'nobody watches').toEqual([]);
    api.watched.watch([appID]);
    const etag = (await api.ask()).headers.get('etag') ?? '';
    expect(statuses()).toEqual([200]);
    await api.ask(undefined, { headers: { 'if-none-match': etag } });
    expect(statuses()).toEqual([304]);
    await api.ask(undefined, { headers: { 'if-match': '"other"' } });
    expect(statuses()).toEqual([412]);
    await api.ask('x'.repeat(32));
    expect(statuses()).toEqual([401]);
    await api.raw(
      `GET /api/getAds${api.question()} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    const [closed] = api.watched.take();
    expect(closed).toMatchObject({ status: 200, from: { socket: { remoteAddress: '127.0.0.1' } } });
  });

  it('notes an answer that comes late when it is there, unless the phone is gone', async () => {
    const server = await openAdsServer({ withLane });
    api = server;
    server.load({ ipAddress: 'on' });
    server.watched.watch([appID]);
    const askLate = () => {
      const { promise, resolve } = Promise.withResolvers<CallerPart>();
      server.caller = promise;
      const phone = new AbortController();
      const answer = server.ask(undefined, { signal: phone.signal });
      return { answer, phone, find: () => resolve(callerPart('US', null)) };
    };
    const first = askLate();
    await vi.waitUntil(() => server.asked.count === 1);
    expect(server.watched.take()).toEqual([]);
    first.find();
    await first.answer;
    expect(server.watched.take()).toMatchObject([{ status: 200 }]);
    const gone = askLate();
    await vi.waitUntil(() => server.asked.count === 2);
    gone.phone.abort();
    await expect(gone.answer).rejects.toThrow();
    // The first phone keeps its connection.
    await expect.poll(server.connections).toBe(1);
    gone.find();
    await server.ask('x'.repeat(32));
    expect(server.watched.take()).toMatchObject([{ status: 401 }]);
  });
});
