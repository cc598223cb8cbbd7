import { once } from 'node:events';
import { formOf } from '@adwarden/contract/form-of';
import { limits } from '@adwarden/contract/limits';
import { hostileFiles } from '@adwarden/contract/testing/hostile-files';
import { looseWire } from '@adwarden/contract/testing/wire';

/*
 * Sends files that are made to hurt, as large as an import may be.
 *
 *   node hostile-client.ts PORT BEARER
 *
 * Reports the name of each file, and sends it after the next message. Each report, the last one without a name, also says
 * what the file before was answered. Ends with its parent.
 */

export type Report = { name: string; answers: string[] };

const [port, as] = process.argv.slice(2);
const seed = 29;
/** The rest of a form needs some. */
const spare = 64 * 1024;

/** The fields are made to hurt, too, so no type knows them. */
async function send(name: 'readImportColumns' | 'importApps', body: FormData): Promise<string> {
  const { path, ...asked } = looseWire(name, { as, body });
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, asked);
  const { message } = (await answer.json()) as { message: string };
  return `${answer.status} ${message.slice(0, 60)}`;
}

let answers: string[] = [];
process.on('disconnect', () => process.exit(0));
for (const { name, content, fields } of hostileFiles(seed, limits.import.bytes - spare)) {
  const file = new File([new Uint8Array(content)], 'file.csv');
  const forms = [
    ['readImportColumns', formOf({ file })],
    ['importApps', formOf({ ...fields, key: 'packageName', file })],
  ] as const;
  const asked = once(process, 'message');
  process.send?.({ name, answers } satisfies Report);
  await asked;
  answers = await Promise.all(forms.map(([call, form]) => send(call, form)));
}
process.send?.({ name: '', answers } satisfies Report);
