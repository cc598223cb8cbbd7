import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expectAccessible } from '../support/axe.ts';
import { rows } from '../support/fleet.ts';
import { fromMenu, rowOf } from '../support/rows.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { test as base, expect, usualSettings } from '../support/test.ts';
import { openTestApi } from '../support/test-api.ts';

/* The page Edges: the machines that answer ads elsewhere (ADR 49). */

const key = Buffer.alloc(32, 9).toString('base64');

/** The usual fixtures, on a server that takes edges. */
const test = base.extend<object, { place: ServerProcess }>({
  place: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are needed
    async ({}, use) => {
      const server = await startServer({ ...usualSettings, EDGE_KEYS: key });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  api: [async ({ place }, use) => use(await openTestApi(place.address)), { scope: 'worker' }],
});

/**
 * Reports to the office as a process of an edge does. Of each process the office stores one report in 15 seconds, so each
 * test has edges of its own.
 */
async function report(place: ServerProcess, name: string, { process = 1, lagMs = 240 } = {}) {
  const answer = await fetch(`${place.address}/stream/report?sender=${name}${process}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'adwarden-stream-version': '1',
      'adwarden-edge': name,
      'adwarden-edge-process': String(process),
      'adwarden-edge-version': '1.4.0',
    },
    body: JSON.stringify({
      callers: { known: 0, unknown: 0 },
      vpn: { answered: 0, failed: 0 },
      vpnTrouble: '',
      databaseBuiltAt: 0,
      usesDatabase: false,
      connections: { openFiles: null, refused: 0 },
      lagMs,
    }),
  });
  expect(answer.status).toBe(204);
}

/** Runs a statement on the server's database. */
function write({ dataDir }: ServerProcess, statement: string, ...values: (string | number)[]) {
  const db = new DatabaseSync(join(dataDir, 'adwarden.db'), { timeout: 5_000 });
  db.prepare(statement).run(...values);
  db.close();
}
/** Adds an edge that reported once, so many minutes ago. */
async function wasSilentFor(place: ServerProcess, name: string, minutes: number) {
  await report(place, name);
  const earlier = 'update edge set lastSeenAt = lastSeenAt - ?, firstSeenAt = 0 where name = ?';
  write(place, earlier, minutes * 60_000, name);
}
test.afterEach(({ place }) => write(place, 'delete from edge'));

test('without edges the page says what one is, and how it is started', async ({
  adminPage: page,
}) => {
  await page.goto('/admin/dashboard');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Edges' }).click();
  await expect(page).toHaveURL('/admin/edges');
  await expect(page).toHaveTitle('Admin Panel | Edges');
  await expect(page.getByText('No edges yet')).toBeVisible();
  await expect(page.getByText(/answers ads without a database.* EDGE_KEY /)).toBeVisible();
  await expectAccessible(page, 'no edges');
});

test('the list shows what is known of each edge, silent ones first, and follows them', async ({
  adminPage: page,
  place,
}) => {
  await report(place, 'oslo-1');
  await report(place, 'oslo-1', { process: 2, lagMs: 1_260 });
  await wasSilentFor(place, 'quito', 120);
  await page.goto('/admin/edges');
  await expect(rows(page)).toHaveText([/^quito/, /^oslo-1/]);
  const cells = (name: string) => rowOf(page, name).getByRole('cell');
  const [silent, following] = [cells('quito'), cells('oslo-1')];
  await expect(following).toHaveText(['oslo-1', '1.4.0', '2', '1.3 s', /^just now/, 'Follows', '']);
  await expect(silent).toHaveText(['quito', '1.4.0', '1', '–', /^2 hours ago, /, 'Silent', /^$/]);
  await silent.nth(4).getByText('2 hours ago').hover();
  await expect(page.getByRole('tooltip')).toHaveText(/^\d\d [A-Z][a-z]{2} \d{4}, \d\d:\d\d [AP]M$/);
  await expectAccessible(page, 'edges');

  await report(place, 'lima');
  const names = [/^quito/, /^lima/, /^oslo-1/];
  await expect(rows(page), 'without a reload').toHaveText(names);
});

test('a silent edge is forgotten after a question', async ({ adminPage: page, api, place }) => {
  await report(place, 'bergen');
  await wasSilentFor(place, 'porto', 30);
  await page.goto('/admin/edges');
  await expect(rowOf(page, 'bergen').getByRole('button')).toHaveCount(0);
  const opener = await fromMenu(page, rowOf(page, 'porto'), 'Forget…');
  const dialog = page.getByRole('dialog', { name: 'Forget this edge?' });
  await expect(dialog).toContainText('porto was last seen');
  await expectAccessible(page, 'the question before an edge is forgotten');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await fromMenu(page, rowOf(page, 'porto'), 'Forget…');
  await expect(dialog.getByRole('button', { name: 'Forget' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('porto forgotten')).toBeVisible();
  await expect(rows(page)).toHaveText([/^bergen/]);
  await expect(page.getByRole('heading', { level: 1, name: 'Edges' })).toBeFocused();
  expect((await api.call('getEdges')).map(({ name }) => name)).toEqual(['bergen']);
});

test('an edge that has come back meanwhile is not forgotten', async ({
  adminPage: page,
  place,
  mayFail,
}) => {
  mayFail('409 /edges/');
  await wasSilentFor(place, 'accra', 30);
  await page.goto('/admin/edges');
  await fromMenu(page, rowOf(page, 'accra'), 'Forget…');
  write(place, "update edge set lastSeenAt = lastSeenAt + 1_800_000 where name = 'accra'");
  await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
  await expect(page.getByText(/^accra still follows an office/)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(rowOf(page, 'accra')).toContainText('Follows');
});

test('on a phone each edge is a card', async ({ adminPage: page, place }) => {
  await wasSilentFor(place, 'turku', 30);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/edges');
  const card = page.getByRole('list', { name: 'Edges' }).getByRole('listitem');
  await expect(card).toContainText('30 minutes ago');
  await expect(card).toContainText('Silent');
  await expect(card.getByText('Version')).toHaveCount(0);
  await card.getByRole('button', { name: 'More about turku' }).click();
  await expect(card).toContainText('1.4.0');
  await expectAccessible(page, 'edges', 390);
  await card.getByRole('button', { name: 'Actions for turku' }).click();
  await page.getByRole('menuitem', { name: 'Forget…' }).click();
  await expect(page.getByRole('dialog', { name: 'Forget this edge?' })).toBeVisible();
});

test('an owner has no access to the page', async ({ ownerPage: page }) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: 'Safety' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edges' })).toHaveCount(0);
  await page.goto('/admin/edges');
  await expect(page).toHaveURL('/dashboard');
});
