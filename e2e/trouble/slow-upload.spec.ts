import { expect, test } from '../support/test.ts';

/* A refusal of a large file is seen on a slow line, although the server decides before the last byte. */

const megabitPerSecond = 1_000_000 / 8;

test('3 MB for an icon at 1 Mbit/s: the page hears why it is refused', async ({
  adminPage,
  mayFail,
}) => {
  test.setTimeout(120_000);
  mayFail('413 /apps/addApp');
  await adminPage.goto('/admin/application-list');
  const devtools = await adminPage.context().newCDPSession(adminPage);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: megabitPerSecond,
    uploadThroughput: megabitPerSecond,
  });
  const answer = await adminPage.evaluate(async () => {
    const { token } = JSON.parse(sessionStorage.getItem('authAdmin') ?? '{}');
    const form = new FormData();
    form.append('icon', new Blob([new Uint8Array(3 * 1024 * 1024)]), 'large.png');
    form.append('appName', 'Behind the file');
    const began = performance.now();
    const response = await fetch('/apps/addApp', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    return { text: await response.text(), ms: performance.now() - began };
  });
  expect(answer.text).toContain('Icon must be at most 2 MB');
  expect(answer.ms, 'the line was slow').toBeGreaterThan(15_000);
});
