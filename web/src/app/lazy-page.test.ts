import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyPage, PageLoadError } from './lazy-page.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const Page = () => null;

test('a page that loads is given to the route, and no timer is left', async () => {
  await expect(lazyPage(async () => Page)()).resolves.toEqual({ Component: Page });
  expect(vi.getTimerCount()).toBe(0);
});

test('a chunk that does not load becomes an error with a message for the user', async () => {
  const call = lazyPage(() => Promise.reject(new TypeError('Failed to fetch module')))();
  await expect(call).rejects.toThrow(PageLoadError);
});

test('loading a chunk is given up after 120 s', async () => {
  const outcome = vi.fn();
  lazyPage(() => new Promise(() => {}))().catch(outcome);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome).toHaveBeenCalledWith(new PageLoadError('The server did not answer in time'));
});
