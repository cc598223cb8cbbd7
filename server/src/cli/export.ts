import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  appExportQuery,
  fileFormats,
  userExportQuery,
} from '@adwarden/contract/spreadsheets/exports';
import type { z } from 'zod';
import { withFeatures } from '../composition/with-features.ts';
import { commandLineAuthor } from '../http/actor.ts';

/* npm run export: writes the applications, or the app owners, into a CSV file, a workbook or JSON. The server may be running. */

const usage = `Usage: npm run export -- FILE.csv|FILE.xlsx|FILE.json [--users] [--columns NAME,NAME…] [--where QUERY] [--force]
QUERY has the parameters of the list in the API, such as 'search=tide&adsStatus=on&sort=appName'.`;

const isFormat = (ending: string): boolean => (fileFormats as readonly string[]).includes(ending);

/** Checks the parameters; throws a one-line Error. */
function checked<T>(schema: z.ZodType<T>, parameters: Record<string, string>): T {
  const result = schema.safeParse(parameters);
  if (!result.success) throw new Error(result.error.issues[0]?.message);
  return result.data;
}

/** Writes a file as a whole, so that one of the same name is replaced only by a complete one. Returns its bytes. */
async function writeFile(name: string, text: AsyncIterable<string | Uint8Array>): Promise<number> {
  const part = `${name}.part`;
  await rm(part, { force: true });
  // Nobody else may read it: it has the notes of all apps, and their tokens if they are wanted.
  const file = await open(part, 'wx', 0o600);
  try {
    for await (const piece of text) await file.appendFile(piece);
    const { size } = await file.stat();
    await file.sync();
    await rename(part, name);
    return size;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

try {
  const { values, positionals } = parseArgs({
    options: {
      users: { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
      columns: { type: 'string' },
      where: { type: 'string', default: '' },
    },
    allowPositionals: true,
  });
  const [name = '', ...more] = positionals;
  const format = extname(name).slice(1).toLowerCase();
  if (more.length > 0 || !isFormat(format)) throw new Error(usage);
  // npm runs scripts in the project's folder; INIT_CWD is the folder where the command was typed.
  const file = resolve(process.env.INIT_CWD ?? '.', name);
  if (existsSync(file) && !values.force) throw new Error(`${file} exists; --force replaces it`);
  const parameters = {
    ...Object.fromEntries(new URLSearchParams(values.where)),
    ...(values.columns !== undefined && { columns: values.columns }),
    format,
  };
  const bytes = await withFeatures(async ({ exports }) => {
    const actor = { ...commandLineAuthor, kind: 'admin' as const, login: '' };
    const { text } = values.users
      ? exports.users(checked(userExportQuery, parameters))
      : exports.apps(actor, checked(appExportQuery, parameters));
    return writeFile(file, text);
  });
  console.log(`Wrote ${file} (${(bytes / 1e6).toFixed(1)} MB).`);
} catch (error) {
  console.error(`Nothing was exported. ${(error as Error).message}`);
  process.exitCode = 1;
}
