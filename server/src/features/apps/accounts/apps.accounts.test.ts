import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileForm } from '../../../../test/samples/file-form.ts';
import { expectRefusal } from '../../../../test/servers/app-server.ts';
import { type BatchServer, openBatchServer } from '../../../../test/servers/batch-server.ts';

let api: BatchServer;
beforeAll(async () => {
  api = await openBatchServer();
  await api.addSome(3, { accountName: 'Quillmoor Studio', selectedUser: 'ada' });
  await api.addSome(2, { accountName: 'Quillmoor Games', selectedUser: 'eve' });
  await api.addSome(1, { accountName: 'Half_Moon 100%', selectedUser: 'eve' });
});
afterAll(() => api?.close());

async function ask(name: string, as = api.admin) {
  const { status, body, text } = await api.call('getAccountNames', { as, query: { name } });
  expect(status, text).toBe(200);
  const said = (all: { accountName: string; apps: number }[]) =>
    all.map(({ accountName, apps }) => `${accountName}: ${apps}`);
  return { inUse: said(body.data.inUse), close: said(body.data.close) };
}

it('offers the accounts that contain what is typed, those with most apps first', async () => {
  expect((await ask('quill')).inUse).toEqual(['Quillmoor Studio: 3', 'Quillmoor Games: 2']);
  expect((await ask('MOOR game')).inUse).toEqual(['Quillmoor Games: 2']);
  expect((await ask('_moon')).inUse).toEqual(['Half_Moon 100%: 1']);
  expect((await ask('')).inUse[0]).toBe('Quillmoor Studio: 3');
  expect((await ask('nobody has it')).inUse).toEqual([]);
});

it('names the account that a new name is close to, and none for a name in use', async () => {
  for (const name of [
    'Quilmoor Studio',
    'quillmoor studio',
    'Quillmoor  Sudio',
    'Uqillmoor Stdio',
  ]) {
    expect((await ask(name)).close, name).toEqual(['Quillmoor Studio: 3']);
  }
  for (const name of ['', 'Quillmoor Studio', 'Quillmoor Studio 2', 'Harbour']) {
    expect((await ask(name)).close, name).toEqual([]);
  }
});

it('tells an owner of own apps only', async () => {
  expect(await ask('quill', api.eve)).toEqual({ inUse: ['Quillmoor Games: 2'], close: [] });
  expect((await ask('Quilmoor Studio', api.eve)).close).toEqual([]);
  expect((await ask('Quillmoor Studio', api.eve)).close).toEqual([]);
  expect((await ask('Quilmoor Studio', api.ada)).close).toEqual(['Quillmoor Studio: 3']);
});

it('refuses strangers, and a name that no account can have', async () => {
  expectRefusal(await api.call('getAccountNames', { query: {} }), 401);
  const query = { name: 'x'.repeat(201) };
  expectRefusal(await api.call('getAccountNames', { as: api.admin, query }), 400, 'name');
});

/** Returns the notes in the preview of a file that has two new apps in each of these accounts. */
async function notesOf(accountNames: string[], as: string): Promise<string[]> {
  const rows = accountNames.flatMap((accountName, index) =>
    [1, 2].map((at) => ({
      appName: 'New',
      packageName: `com.new${index}.app${at}`,
      accountName,
      category: 'Weather',
      adsStatus: 'off',
      appStatus: 'in-develop',
      visibleExtra: 'off',
    })),
  );
  const defaults = JSON.stringify({ ipAddress: 'off' });
  const file = { name: 'apps.json', content: JSON.stringify(rows) };
  const fields: Record<string, string> = as === api.admin ? { defaults } : {};
  const url = '/apps/import/preview';
  const answer = await api.inject({ method: 'POST', url, ...fileForm(as, file, fields) });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.notes;
}

it('is said of a file before it is imported', async () => {
  expect(await notesOf(['Quilmoor Studio'], api.admin)).toEqual([
    '3 applications are in “Quillmoor Studio”, and 2 rows would be in “Quilmoor Studio”',
  ]);
  expect(await notesOf(['Quillmoor Studio'], api.admin)).toEqual([]);
  expect(await notesOf(['Quilmoor Studio'], api.eve), 'an account of others').toEqual([]);
});

it('is said of a new name that comes after many names in use', async () => {
  const used = Array.from({ length: 25 }, (_, index) => `Lagoon ${index}`);
  for (const accountName of used) await api.add({ accountName });
  const [note, ...others] = await notesOf([...used, 'Quilmoor Studio'], api.admin);
  expect(note).toContain('3 applications are in “Quillmoor Studio”');
  expect(others).toEqual([]);
});
