import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { appCalls } from '@adwarden/contract/app-calls';
import { categoryCalls } from '@adwarden/contract/categories';
import { changeCalls } from '@adwarden/contract/changes/changes';
import { connectionCalls } from '@adwarden/contract/connections/connections';
import { filterValueCalls } from '@adwarden/contract/filter-values';
import { formOf } from '@adwarden/contract/form-of';
import { sessionCalls } from '@adwarden/contract/sessions';
import { exportCalls } from '@adwarden/contract/spreadsheets/exports';
import { importCalls } from '@adwarden/contract/spreadsheets/imports';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { userCalls } from '@adwarden/contract/users';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { cancelCalls, connectSession, download, listen, request } from './http-client.ts';

const over = vi.fn();
const again = vi.fn();
const mustSetUp = vi.fn();
let listener: RequestListener;
const server = createServer((req, res) => listener(req, res));

beforeEach(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(base + path, init));
  connectSession({ token: () => 'the-token', over, again, mustSetUp });
  over.mockReset();
  again.mockReset();
});

afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const answers = (status: number, body: unknown) => {
  listener = (_req, res) => {
    res.writeHead(status, { 'content-type': 'application/json' });
    res.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
};

const failureOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.then(
    () => expect.fail('the call succeeded'),
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error;
};

test('a call with a token of its own sends that, or none, and its end is no end of the session', async () => {
  const seen: unknown[] = [];
  listener = (req, res) => {
    seen.push(req.headers.authorization);
    res.writeHead(401, { 'content-type': 'application/json' });
    res.end('{"status":"error","success":false,"message":"Please sign in","token":false}');
  };
  for (const token of ['another', null]) {
    const error = await failureOf(request(categoryCalls.getCategory, { token }));
    expect(error.sessionOver).toBe(true);
  }
  expect(seen).toEqual(['Bearer another', undefined]);
  expect(over).not.toHaveBeenCalled();
});

test('sends the bearer, the id percent-encoded and only the parameters that say something', async () => {
  let seen: unknown;
  listener = (req, res) => {
    seen = [req.method, req.url, req.headers.authorization];
    res.end('{"status":"success","success":true,"message":"ok","data":[]}');
  };
  const answer = await request(appCalls.getApp, {
    id: 'ada/100% é',
    query: { page: 0, search: 'a&b', sort: '', userID: undefined },
  });
  expect(seen).toEqual([
    'GET',
    '/user/getApp/ada%2F100%25%20%C3%A9?page=0&search=a%26b',
    'Bearer the-token',
  ]);
  expect(answer).toMatchObject({ message: 'ok', data: [] });
});

test.each([
  { body: sampleAppForm(), type: /^application\/json$/, sent: JSON.stringify(sampleAppForm()) },
  { body: formOf({ note: 'x' }), type: /^multipart\/form-data; boundary=/, sent: /^--/ },
])('sends a body as $type', async ({ body, type, sent }) => {
  const seen: string[] = [];
  listener = async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    seen.push(String(req.headers['content-type']), Buffer.concat(chunks).toString());
    res.end('{"success":true,"message":"","data":null}');
  };
  await request(appCalls.addApp, { body });
  expect(seen[0]).toMatch(type);
  expect(seen[1]).toMatch(sent);
});

test('a refusal carries message, status, fields and what else the server said', async () => {
  answers(409, {
    status: 'error',
    success: false,
    message: 'Somebody changed this app in the meantime',
    errors: [{ field: 'appName', message: 'Please Enter App Name' }, { nonsense: true }],
    changedBy: 'Ada',
  });
  const error = await failureOf(request(appCalls.updateApp, { id: 'x', body: {} }));
  expect(error).toMatchObject({
    message: 'Somebody changed this app in the meantime',
    status: 409,
    fields: [{ field: 'appName', message: 'Please Enter App Name' }],
    sessionOver: false,
    extra: { changedBy: 'Ada' },
  });
  expect(over).not.toHaveBeenCalled();
});

test('token false ends the session that made the call', async () => {
  answers(401, { status: 'error', success: false, message: 'Please sign in', token: false });
  const error = await failureOf(request(userCalls.getUser));
  expect(error.sessionOver).toBe(true);
  expect(over).toHaveBeenCalledExactlyOnceWith('Please sign in', 'the-token', false);
});

const asksAgain = {
  status: 'error',
  success: false,
  message: 'Please confirm that it is you',
  again: { ticket: 'the-ticket', methods: ['password'] },
};

test('a call that asks again who somebody is, is repeated after the answer, as often as it asks', async () => {
  let calls = 0;
  listener = (_req, res) => {
    calls += 1;
    res.writeHead(calls < 3 ? 403 : 200, { 'content-type': 'application/json' });
    res.end(
      JSON.stringify(calls < 3 ? asksAgain : { status: 'success', success: true, data: null }),
    );
  };
  again.mockResolvedValue(true);
  await request(userCalls.inviteUser, { id: 'ada' });
  expect(calls).toBe(3);
  expect(again.mock.calls).toEqual([[asksAgain.again], [asksAgain.again]]);
  expect(over).not.toHaveBeenCalled();
});

test('a call whose question is not answered fails, and says that nothing was changed', async () => {
  answers(403, asksAgain);
  again.mockResolvedValue(false);
  const error = await failureOf(request(userCalls.inviteUser, { id: 'ada' }));
  expect(error.message).toContain('Nothing was changed');
  expect(error.sessionOver).toBe(false);
  again.mockClear();
  await failureOf(request(userCalls.inviteUser, { id: 'ada', token: 'another' }));
  await failureOf(request(userCalls.inviteUser, { id: 'ada', isBackground: true }));
  expect(again, 'not for a session of their own, nor by itself').not.toHaveBeenCalled();
});

test('wrong credentials end no session', async () => {
  answers(401, { status: 'error', success: false, message: 'Email or password is wrong' });
  await failureOf(
    request(sessionCalls.adminSignIn, { body: { email: 'a@b.example', password: 'x' } }),
  );
  expect(over).not.toHaveBeenCalled();
});

test.each([
  { name: 'a page of a proxy', status: 502, body: '<html>Bad gateway</html>' },
  { name: 'an empty body', status: 200, body: '' },
  { name: 'an array', status: 200, body: '[]' },
  { name: 'JSON that is no envelope', status: 200, body: '{"hello":"world"}' },
])('$name is something unexpected', async ({ status, body }) => {
  answers(status, body);
  const error = await failureOf(request(categoryCalls.getCategory));
  expect(error.message).toBe('The server answered something unexpected');
  expect(error.status).toBe(status);
});

test('a body that the proxy in front refuses says what is too large, and for whom', async () => {
  answers(413, '<html><head><title>413 Request Entity Too Large</title></head></html>');
  const { message } = await failureOf(request(categoryCalls.getCategory));
  expect(message).toContain('too large for the proxy in front of the server');
});

test('the same status of the server has the words of the server', async () => {
  answers(413, { status: 'error', success: false, message: 'The icon must have at most 2 MB' });
  const { message } = await failureOf(request(categoryCalls.getCategory));
  expect(message).toBe('The icon must have at most 2 MB');
});

test.each([
  { status: 500, body: '{"status":"error"}' },
  { status: 200, body: '{"success":false,"message":""}' },
  { status: 400, body: '{"status":"error","message":7}' },
])('a refusal without words is Failed: $body', async ({ status, body }) => {
  answers(status, body);
  const error = await failureOf(request(categoryCalls.getCategory));
  expect([error.message, error.status]).toEqual(['Failed', status]);
});

test.each([
  { name: 'before the answer', cut: (res: ServerResponse) => res.destroy() },
  {
    name: 'in the middle of it',
    cut: (res: ServerResponse) => {
      res.writeHead(200, { 'content-length': '1000' });
      res.write('{"status":', () => res.destroy());
    },
  },
])('a connection that breaks $name is a server that cannot be reached', async ({ cut }) => {
  listener = (_req, res) => cut(res);
  const error = await failureOf(request(categoryCalls.getCategory));
  expect(error).toMatchObject({ message: 'The server cannot be reached', status: 0 });
});

/** Lets the time pass until just before a limit, and then beyond it. */
async function endsAfter(call: Promise<unknown>, ms: number): Promise<ApiError> {
  const ended = vi.fn();
  void call.then(ended, ended);
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  return failureOf(call);
}

test('a call in which nothing moves ends: a read early, a file late', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  listener = () => {};
  const error = await endsAfter(request(categoryCalls.getCategory), 10_000);
  expect(error).toMatchObject({ message: 'The server did not answer in time', isGivenUp: true });
  await endsAfter(request(appCalls.updateApp, { id: 'x', body: {} }), 30_000);
  await endsAfter(request(appCalls.addApp, { body: formOf({ note: 'x' }) }), 120_000);
});

test('a long answer may take any time while its bytes come', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const sending = Promise.withResolvers<ServerResponse>();
  listener = (_req, res) => {
    res.writeHead(200, { 'content-disposition': 'attachment; filename="apps.csv"' });
    res.flushHeaders();
    sending.resolve(res);
  };
  const file = download(exportCalls.exportApps);
  const res = await sending.promise;
  for (let part = 0; part < 5; part += 1) {
    res.write('tide');
    // The bytes arrive in real time.
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(100_000);
  }
  res.end();
  expect(await (await file).text()).toBe('tide'.repeat(5));
});

test('cancelling ends the calls that somebody waits for, and no reading of a screen', async () => {
  listener = () => {};
  const screen = new AbortController();
  const ended = vi.fn();
  void request(categoryCalls.getCategory, { signal: screen.signal }).then(ended, ended);
  const save = request(appCalls.updateApp, { id: 'x', body: {} });
  const file = download(exportCalls.exportApps);
  cancelCalls();
  expect(await failureOf(save)).toMatchObject({
    message: 'Cancelled. The server may have done it all the same',
    isGivenUp: true,
  });
  expect(await failureOf(file)).toMatchObject({ message: 'Cancelled' });
  expect(ended).not.toHaveBeenCalled();
  screen.abort();
});

test('a call that the caller aborts throws the abort, not a failure of the server', async () => {
  listener = () => {};
  const controller = new AbortController();
  const call = request(categoryCalls.getCategory, { signal: controller.signal });
  setTimeout(() => controller.abort(), 20);
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});

test('a stream gives each event as it comes, also one that arrives in pieces, until it ends', async () => {
  const accepted: (string | undefined)[] = [];
  listener = async (req, res) => {
    accepted.push(req.headers.accept);
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const part of ['data: {"appID":"o', 'ne"}\n', '\ndata: {"appID":"two"}\n\ndata: {"app']) {
      res.write(part);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    res.end();
  };
  const events: string[] = [];
  await listen(connectionCalls.getConnection, { id: 'q7m2x5k3v4y6z7ab' }, ({ appID }) =>
    events.push(appID),
  );
  expect(events).toEqual(['one', 'two']);
  expect(accepted).toEqual(['text/event-stream']);
});

test('a stream that is refused throws the refusal, and one that breaks says so', async () => {
  const call = () => listen(connectionCalls.getConnection, { id: 'q7m2x5k3v4y6z7ab' }, () => {});
  answers(404, { status: 'error', success: false, message: 'Application not found' });
  expect(await failureOf(call())).toMatchObject({ status: 404, message: 'Application not found' });
  listener = (_req, res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    res.write('data: {}\n\n', () => res.destroy());
  };
  expect(await failureOf(call())).toMatchObject({ status: 0 });
});

/** Calls that the type check refuses; nothing makes them. Without the types of requests, the unused marks are errors. */
const wrongCalls = [
  // @ts-expect-error the path needs an id
  () => request(appCalls.deleteApp),
  // @ts-expect-error the path has no id
  () => request(categoryCalls.getCategory, { id: 'x' }),
  // @ts-expect-error the seq of an entry is a number
  () => request(changeCalls.undoChange, { id: { seq: 1 } }),
  // @ts-expect-error no such parameter
  () => request(appCalls.getAllApp, { query: { appId: 'x' } }),
  // @ts-expect-error no such order
  () => request(appCalls.getAllApp, { query: { sort: 'colour' } }),
  // @ts-expect-error a required parameter is missing
  () => request(filterValueCalls.getFilterValues, { query: { find: 'x' } }),
  // @ts-expect-error the call has no query
  () => request(categoryCalls.getCategory, { query: { page: 0 } }),
  // @ts-expect-error the call needs a body
  () => request(sessionCalls.adminSignIn),
  // @ts-expect-error a field of the body is missing
  () => request(sessionCalls.adminSignIn, { body: { email: 'a@b.example' } }),
  // @ts-expect-error no such field of the body
  () => request(appCalls.endOldToken, { id: 'x', body: { since: '', until: '' } }),
  // @ts-expect-error a choice has closed values
  () => request(appCalls.updateApp, { id: 'x', body: { adsStatus: 'maybe' } }),
  // @ts-expect-error the call has no body
  () => request(appCalls.deleteApp, { id: 'x', body: {} }),
  // @ts-expect-error no such field of the form
  () => request(appCalls.addApp, { body: formOf({ adStatus: 'on' }) }),
  // @ts-expect-error a form of unknown fields
  () => request(appCalls.addApp, { body: new FormData() }),
  // @ts-expect-error the call takes JSON only
  () => request(sessionCalls.adminSignIn, { body: formOf({ email: '', password: '' }) }),
  // @ts-expect-error the call takes a form only
  () => download(importCalls.takeImportRows, { body: { rows: '1' } }),
];

test('a wrong id, query, body or form of a call is a red type check', () => {
  expect(wrongCalls).toHaveLength(16);
});
