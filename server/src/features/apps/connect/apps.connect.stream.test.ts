import type { Connection } from '@adwarden/contract/connections/connections';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventsOf } from '../../../../test/outside/event-stream.ts';
import {
  inIndia,
  inTheUnitedStates,
  openConnectServer,
} from '../../../../test/servers/connect-server.ts';

/* The stream of events of "Connect" (ADR 42). */

let api: Awaited<ReturnType<typeof openConnectServer>>;
beforeAll(async () => {
  api = await openConnectServer();
});
afterAll(() => api.close());

it('the stream begins with what is known, and sends each new answer within 2 s', async () => {
  const app = await api.add();
  await api.start(app.appID);
  const response = await api.openStream(app.appID);
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  const events = eventsOf<Connection>(response);
  expect((await events.next()).value).toMatchObject({ appID: app.appID, answer: null });
  for (const country of ['IN', 'US']) {
    const asked = performance.now();
    await api.ask(app, country === 'IN' ? inIndia : inTheUnitedStates);
    const { value } = await events.next();
    expect(value).toMatchObject({ answer: { country, status: 200, reason: null } });
    expect(performance.now() - asked).toBeLessThan(2_000);
  }
  await events.return(undefined);
});

it('the stream of one app says nothing of another', async () => {
  const [app, other] = [await api.add(), await api.add()];
  for (const { appID } of [app, other]) await api.start(appID);
  const events = eventsOf<Connection>(await api.openStream(app.appID));
  await events.next();
  await api.ask(other, inIndia);
  await api.shows(other.appID, { status: 200 });
  await api.ask(app, inTheUnitedStates);
  expect((await events.next()).value).toMatchObject({
    appID: app.appID,
    answer: { country: 'US' },
  });
  await events.return(undefined);
});

it('the stream of a former owner says nothing more of the app', async () => {
  const app = await api.add({ selectedUser: 'ada' });
  await api.start(app.appID, api.ada);
  const ofAda = eventsOf<Connection>(await api.openStream(app.appID, api.ada));
  await ofAda.next();
  await api.update(app.appID, { selectedUser: 'eve' });
  const ofEve = eventsOf<Connection>(await api.openStream(app.appID, api.eve));
  await ofEve.next();
  const next = ofAda.next();
  // By Eve's second event, an event on Ada's stream would have come.
  for (const caller of [inIndia, inTheUnitedStates]) {
    await api.ask(app, caller);
    expect((await ofEve.next()).value).toMatchObject({ answer: { status: 200 } });
  }
  expect(await Promise.race([next, 'nothing'])).toBe('nothing');
  await ofEve.return(undefined);
});

it('the stream ends when the server stops, which does not wait for it', async () => {
  const own = await openConnectServer();
  try {
    const app = await own.add();
    await own.start(app.appID);
    const events = eventsOf<Connection>(await own.openStream(app.appID));
    await events.next();
    const began = performance.now();
    const [{ done }] = await Promise.all([events.next(), own.stop()]);
    expect(done).toBe(true);
    expect(performance.now() - began).toBeLessThan(3_000);
  } finally {
    await own.close();
  }
});
