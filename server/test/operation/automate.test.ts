import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { KeyScope } from '@adwarden/contract/people/people';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestServer, type TestServer } from '../servers/build-test-server.ts';

/* The recipes of docs/automate.md, typed as they stand there, with real curl and a real server. */

const run = promisify(execFile);
const markdown = readFileSync(new URL('../../../docs/automate.md', import.meta.url), 'utf8');
const recipes = new Map(
  [...markdown.matchAll(/<!-- recipe: ([\w ]+) -->\n```sh\n([\s\S]*?)```/g)].map(
    ([, name = '', code = '']) => [name, code],
  ),
);

let api: TestServer;
let admin: string;
let address: string;
let folder: string;
beforeAll(async () => {
  api = await buildTestServer();
  admin = await api.signInAdmin();
  address = await api.listen();
  folder = mkdtempSync(join(tmpdir(), 'adwarden-automate-'));
});
afterAll(async () => {
  await api?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Types recipes in one shell, which ends at the first command that fails; returns what they print. */
async function type(names: string[], variables: Record<string, string> = {}): Promise<string> {
  const code = names.map((name) => {
    const recipe = recipes.get(name);
    if (!recipe) throw new Error(`docs/automate.md has no recipe “${name}”`);
    return recipe;
  });
  const env = { PATH: process.env.PATH, HOME: folder, ADWARDEN: address, ...variables };
  const { stdout } = await run('bash', ['-e', '-c', code.join('\n')], { cwd: folder, env });
  return stdout;
}

/** Makes a key with these scopes, and the file that has it. */
async function useKey(...scopes: KeyScope[]): Promise<string> {
  const { body } = await api.call('addApiKey', { as: admin, body: { name: 'Recipe', scopes } });
  await type(['key file'], { ADWARDEN_KEY: body.key });
  return body.key;
}

async function addApp(over: object = {}) {
  const { body } = await api.call('addApp', { as: admin, body: sampleAppForm(over) });
  return body.data;
}
const inFolder = (name: string) => readFileSync(join(folder, name), 'utf8');

describe('the recipes', () => {
  it('are five, and the file of the key is for its owner only', async () => {
    const headings = [...markdown.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(headings.slice(1, -1)).toHaveLength(5);
    expect(recipes.size, 'with the file, and the end of the pause').toBe(7);
    await useKey('read');
    expect(statSync(join(folder, '.adwarden')).mode & 0o777).toBe(0o600);
  });

  it('exports', async () => {
    const { appName } = await addApp({ appName: 'Exported at night' });
    await useKey('read');
    await type(['export']);
    const file = `applications-${new Date().toISOString().slice(0, 10)}.csv`;
    expect(inFolder(file)).toContain(appName);
    expect(inFolder(file)).toContain('App Name');
  });

  it('pauses and resumes', async () => {
    const { appID } = await addApp();
    await useKey('pauses');
    await type(['pause'], { APP_ID: appID });
    const paused = async (state: 'active' | 'ended') => {
      const query = { appID, state };
      return (await api.call('getPauses', { as: admin, query })).body.data;
    };
    expect(await paused('active')).toMatchObject([{ reason: 'Crash rate above 2 %' }]);
    await type(['resume']);
    expect(await paused('active')).toEqual([]);
    expect(await paused('ended')).toHaveLength(1);
  });

  it('adds an application, once for each build', async () => {
    await useKey('apps');
    const variables = { BUILD_ID: 'build-7' };
    const first = await type(['add'], variables);
    expect(first).toMatch(/^appID [2-7a-z]{16}, token of 32 characters\n$/);
    expect(await type(['add'], variables)).toBe(first);
  });

  it('rotates a token', async () => {
    const { appID, authToken } = await addApp();
    await useKey('apps');
    expect(await type(['rotate'], { APP_ID: appID })).toBe('new token of 32 characters\n');
    expect(inFolder('rotated.json')).not.toContain(authToken);
  });

  it('imports a file', { timeout: 60_000 }, async () => {
    const { appID } = await addApp({ packageName: 'com.recipe.import' });
    writeFileSync(
      join(folder, 'applications.csv'),
      'Package Name,Note\ncom.recipe.import,by the recipe\n',
    );
    await useKey('import', 'read');
    await type(['import']);
    const query = { search: appID };
    const { data } = (await api.call('getAllApp', { as: admin, query })).body;
    expect(data).toMatchObject([{ note: 'by the recipe' }]);
  });

  it('fail with the message of the server', async () => {
    await useKey('read');
    const failed = type(['pause'], { APP_ID: 'x' });
    await expect(failed).rejects.toMatchObject({ code: 22 });
    expect(inFolder('pause.json')).toContain('has no scope “pauses”');
  });
});
