import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findNginx } from '../programs/find-nginx.ts';
import { ask } from './ask.ts';
import { startAsking } from './asker.ts';
import { type Nginx, startNginx } from './nginx.ts';
import { opened } from './node.ts';
import { startTwoNodes, type TwoNodes } from './two-nodes.ts';

describe.skipIf(!findNginx())('nodes that are killed while phones ask', () => {
  let two: TwoNodes;
  let nginx: Nginx;

  beforeAll(async () => {
    two = await startTwoNodes({ shared: 20, perCaller: 20 });
    nginx = await startNginx({ nodes: two.nodes.map(({ port }) => port) });
  });
  afterAll(async () => {
    await nginx?.stop();
    await two?.stop();
  });

  test('one of two, by SIGKILL: no request fails, and after its start it gets requests again', async () => {
    const [first] = two.nodes;
    const asking = startAsking(nginx.port, [...two.shared, ...two.perCaller]);
    await pause(500);
    await first.kill();
    await pause(2_500);
    await first.start();
    const metrics = async () => (await ask(first.port, '/metrics', opened)).text;
    await expect
      .poll(metrics, { interval: 200 })
      .toMatch(/adwarden_ads_answers_total\{outcome="ok"\} [1-9]/);
    const { answered, failures } = await asking.stop();
    expect(failures).toEqual({});
    expect(answered).toBeGreaterThan(300);
  });

  test('one of two, by SIGTERM: no request fails', async () => {
    const [, second] = two.nodes;
    const asking = startAsking(nginx.port, [...two.shared, ...two.perCaller]);
    await pause(500);
    expect(await second.stop()).toBe(0);
    await second.start();
    await pause(1_000);
    expect((await asking.stop()).failures).toEqual({});
  });

  test('all of them: cached answers are still served, and are fresh soon after the nodes are back', async () => {
    for (const { path } of two.shared) await ask(nginx.port, path);
    const asking = startAsking(nginx.port, two.shared);
    await Promise.all(two.nodes.map((node) => node.kill()));
    // Longer than an answer is fresh, and longer than it may be served while it is fetched.
    await pause(6_000);
    const { answered, stale, failures } = await asking.stop();
    expect(failures).toEqual({});
    expect(answered).toBeGreaterThan(300);
    expect(stale).toBeGreaterThan(100);
    expect((await ask(nginx.port, two.perCaller[0]?.path ?? '')).status).toBe(503);

    await Promise.all(two.nodes.map((node) => node.start()));
    const caches = async () => {
      const answers = await Promise.all(two.shared.map(({ path }) => ask(nginx.port, path)));
      return new Set(answers.map(({ cache }) => cache));
    };
    await expect.poll(caches).toEqual(new Set(['HIT']));
  });
});
