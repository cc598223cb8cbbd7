import { expect, test } from 'vitest';
import { appCalls } from './app-calls.ts';
import type { Call } from './call.ts';
import { webhookCalls } from './notifications/webhooks.ts';
import { pauseCalls } from './pauses/pauses.ts';
import type { Requests } from './request.ts';
import { sessionCalls } from './sessions.ts';

const asked = <C extends Call>({ path }: C, ...request: Requests<C>) => [path, ...request];

test('a request has what its call takes, and may be left out if nothing is required', () => {
  expect(asked(appCalls.getAllApp)).toHaveLength(1);
  const query = { sort: '-createdAt', page: 0 } as const;
  expect(asked(appCalls.getAllApp, { query })).toHaveLength(2);
  const body = { events: ['pause.began'], paused: true } as const;
  expect(asked(webhookCalls.updateWebhook, { id: '1', body })).toHaveLength(2);
});

test('what a call does not take is a red type check', () => {
  // Without the types, the marks are unused, which is an error of the type check, too.
  const wrong = [
    // @ts-expect-error the id is missing
    asked(appCalls.deleteApp),
    // @ts-expect-error no such order
    asked(appCalls.getAllApp, { query: { sort: 'colour' } }),
    // @ts-expect-error no such parameter
    asked(appCalls.getAllApp, { query: { appId: 'x' } }),
    // @ts-expect-error the body is missing
    asked(sessionCalls.adminSignIn),
    // @ts-expect-error a field is missing
    asked(pauseCalls.startPause, { body: { scope: 'all' } }),
    // @ts-expect-error no such scope
    asked(pauseCalls.startPause, { body: { scope: 'everything', reason: 'x' } }),
    // @ts-expect-error the call takes no body
    asked(appCalls.deleteApp, { id: 'x', body: {} }),
  ];
  expect(wrong).toHaveLength(7);
});
