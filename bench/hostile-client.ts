import { once } from 'node:events';
import { calls } from '@adwarden/contract/calls';
import { limits } from '@adwarden/contract/limits';
import { hostileFiles } from '@adwarden/contract/testing/hostile-files';

/*
 * Sends files that are made to hurt, as large as an import may be.
 *
 *   node hostile-client.ts PORT BEARER
 *
 * Reports the name of each file, and sends it after the next message. Each report, the last one without a name, also says
 * what the file before was answered. Ends with its parent.
 */

export type Report = { name: string; answers: string[] };

const [port, bearer] = process.argv.slice(2);
const headers = { authorization: `Bearer ${bearer}` };
const seed = 29;
/** The rest of a form needs some. */
const spare = 64 * 1024;

async function send(path: string, form: FormData): Promise<string> {
  const url = `http://127.0.0.1:${port}${path}`;
  const answer = await fetch(url, { method: 'POST', headers, body: form });
  const { message } = (await answer.json()) as { message: string };
  return `${answer.status} ${message.slice(0, 60)}`;
}

let answers: string[] = [];
process.on('disconnect', () => process.exit(0));
for (const { name, content, fields } of hostileFiles(seed, limits.import.bytes - spare)) {
  const formOf = (texts: Record<string, string>) => {
    const form = new FormData();
    for (const [field, text] of Object.entries(texts)) form.set(field, text);
    form.set('file', new Blob([new Uint8Array(content)]), 'file.csv');
    return form;
  };
  const forms = [
    [calls.readImportColumns.path, formOf({})],
    [calls.importApps.path, formOf({ ...fields, key: 'packageName' })],
  ] as const;
  const asked = once(process, 'message');
  process.send?.({ name, answers } satisfies Report);
  await asked;
  answers = await Promise.all(forms.map(([path, form]) => send(path, form)));
}
process.send?.({ name: '', answers } satisfies Report);
