import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { createLogger } from '../../kit/logger.ts';
import { applyWhenDue } from './change-requests.due.service.ts';

it('goes on at once while more is due, logs an outage once, and tries again every second', async () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line).msg) });
  const applyDue = vi
    .fn<() => Promise<boolean>>()
    .mockResolvedValueOnce(true)
    .mockResolvedValueOnce(false)
    .mockRejectedValueOnce(new Error('gone'))
    .mockRejectedValueOnce(new Error('still gone'))
    .mockResolvedValue(false);
  const stop = applyWhenDue({ applyDue, logger });
  await expect.poll(() => applyDue.mock.calls.length).toBe(2);
  await expect.poll(() => applyDue.mock.calls.length).toBe(5);
  expect(lines).toEqual([
    'scheduled changes wait: they cannot be applied',
    expect.stringMatching(/^scheduled changes are applied again after \d+ s$/),
  ]);
  await stop();
  const calls = applyDue.mock.calls.length;
  await pause(1_200);
  expect(applyDue.mock.calls.length).toBe(calls);
});

it('stops when the running transaction has ended', async () => {
  const logger = createLogger('silent');
  const applying = Promise.withResolvers<boolean>();
  const applyDue = vi.fn(() => applying.promise);
  const stop = applyWhenDue({ applyDue, logger });
  let hasStopped = false;
  const stopping = stop().then(() => {
    hasStopped = true;
  });
  await pause(50);
  expect(hasStopped).toBe(false);
  applying.resolve(true);
  await stopping;
  expect(applyDue).toHaveBeenCalledTimes(1);
});
