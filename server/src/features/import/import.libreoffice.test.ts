import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PreviewedApp } from '@adwarden/contract/batches/batches';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileForm } from '../../../test/samples/file-form.ts';
import { type AppServer, openAppServer } from '../../../test/servers/app-server.ts';

const fixtures = new URL('../../../test/fixtures/spreadsheets/', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'adwarden-libreoffice-'));
let server: AppServer;

beforeAll(async () => {
  server = await openAppServer();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the rows in the preview of a file, by outcome. */
async function preview(content: string | Buffer) {
  const form = fileForm(server.admin, { content }, { mode: 'create' });
  const url = '/apps/import/preview';
  const { status, body, text } = await server.inject({ method: 'POST', url, ...form });
  expect(status, text).toBe(200);
  const { previewID } = body.data;
  const query = { pageSize: 100 };
  const page = await server.call('getBatchPreview', { as: server.admin, id: previewID, query });
  const rows = (page.body.data as PreviewedApp[]).map(
    ({ row, outcome, diff, errors }) =>
      [
        row ?? 0,
        outcome === 'refused'
          ? errors.map(({ column, message }) => `${column}: ${message}`)
          : Object.fromEntries(diff.map(({ field, after }) => [field, after])),
      ] as const,
  );
  return rows.sort(([one], [other]) => one - other);
}

const size = [
  2,
  expect.objectContaining({
    appName: 'Größe 📱 "x"; y, z',
    adsStatus: 'on',
    note: 'line one\nline two\n\t"three"',
    googleBanner1: 'ca-app-pub-3940256099942544/6300978111',
  }),
];
const number =
  'Google Banner 1: The spreadsheet has turned this into the number 3.94E+15. Enter it again, in a cell of text';
const date = (text: string) =>
  `Package Name: The spreadsheet has turned this into the date ${text}. Enter it again, in a cell of text`;
const formula = 'Note: This is a formula. Save the file with values instead of formulas';
const apostrophe = [8, expect.objectContaining({ appName: '=1+1', note: '-20 %' })];
const game = (note: string) => [7, expect.objectContaining({ appName: '2048', note })];

const asShown = [
  size,
  [3, [number]],
  [4, [date('12.05.2026')]],
  [5, expect.objectContaining({ note: '2' })],
  game('22.11.2026'),
  apostrophe,
];

describe('a file of LibreOffice', () => {
  it.each([
    ['semicolon', asShown],
    ['utf16-tab', asShown],
    [
      'values',
      [
        size,
        [3, expect.objectContaining({ googleBanner1: '3940256099942544' })],
        [4, [date('05/12/2026')]],
        [5, expect.objectContaining({ note: '2' })],
        game('11/22/2026'),
        apostrophe,
      ],
    ],
    [
      'formulas',
      [
        size,
        [3, [number]],
        [4, [date('12.05.2026')]],
        [5, [formula]],
        game('22.11.2026'),
        apostrophe,
        [13, expect.arrayContaining([formula])],
      ],
    ],
  ])('with %s is read, or refused with row and column', async (name, rows) => {
    const content = readFileSync(new URL(`${name}.csv`, fixtures));
    expect(await preview(content)).toEqual(rows);
    if (name === 'utf16-tab') return;
    const marked = Buffer.concat([Buffer.from('\ufeff'), content]);
    expect(await preview(marked), 'with a byte order mark').toEqual(rows);
  });

  it('is refused if it is the workbook itself', async () => {
    const content = readFileSync(new URL('apps.fods', fixtures));
    const form = fileForm(server.admin, { content });
    const answer = await server.inject({ method: 'POST', url: '/apps/import/preview', ...form });
    expect(answer.status).toBe(400);
  });
});

const hasLibreOffice = spawnSync('soffice', ['--version']).status === 0;

it.skipIf(!hasLibreOffice)('LibreOffice opens an export, and no cell is a formula', async () => {
  const names = ['=1+1', '+1', '-1', '@SUM(A1)', "'=1", '=HYPERLINK("http://x")', 'Ähm, "ok"; 1'];
  for (const appName of names) await server.add({ appName, note: '=1+1\n=2' });
  const { text } = await server.call('exportApps', { as: server.admin });
  writeFileSync(join(folder, 'export.csv'), text);
  const options = ['--headless', '--convert-to', 'fods', '--infilter=CSV:44,34,76,1', '--outdir'];
  const ran = spawnSync('soffice', [...options, folder, join(folder, 'export.csv')], {
    env: { ...process.env, HOME: folder },
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(ran.status, ran.stderr).toBe(0);
  const file = readFileSync(join(folder, 'export.fods'), 'utf8');
  const sheet = file.replaceAll('&quot;', '"').replaceAll('&apos;', "'");
  const cells = ['Ähm, "ok"; 1', "'@SUM(A1)", "''=1", "'=HYPERLINK"];
  expect(cells.filter((cell) => !sheet.includes(`<text:p>${cell}`))).toEqual([]);
  expect(sheet).not.toContain('table:formula');
});
