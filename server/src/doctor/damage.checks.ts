import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { damageIn } from '../damage.ts';
import { rememberedId } from '../db/belonging.ts';
import { DamagedDatabaseError, damagedExit } from '../db/errors.ts';
import { databaseFile } from '../db/sqlite/data-dir.ts';
import { momentInWords } from '../kit/clock.ts';
import { causeOf } from '../kit/faults/causes.ts';
import { ownFile } from '../kit/process/own-files.ts';
import type { Settings } from '../settings.ts';
import { type Check, fine, inTimeWords, newestBackup, questionMs } from './check.ts';

const name = 'damage';
const command = fileURLToPath(ownFile('cli/backup'));
const { todo: usual = '' } = causeOf(Object.assign(new Error(), { code: 'SQLITE_CORRUPT' })) ?? {};

/** Checks the whole database in a process of its own, which can be ended when it takes too long. */
async function lookAtFile(): Promise<'sound' | 'late' | 'unknown' | DamagedDatabaseError> {
  try {
    const limits = { timeout: questionMs, killSignal: 'SIGKILL' as const };
    await promisify(execFile)(process.execPath, [command, '--check'], limits);
    return 'sound';
  } catch (error) {
    const { code, killed, stderr } = error as { code?: unknown; killed?: boolean; stderr?: string };
    if (code === damagedExit) return new DamagedDatabaseError(stderr?.trim() ?? '');
    return killed ? 'late' : 'unknown';
  }
}

/** Names the backup to restore, and the commands for it. */
async function wayBack({ dataDir, postgres, backups }: Settings, now: number): Promise<string> {
  if (postgres) return '';
  const id = rememberedId(dataDir);
  const found = backups && id ? newestBackup(backups.folder, { id, now }) : null;
  const known = await found?.catch(() => null);
  const newest = known === 'late' ? null : known;
  const file = newest?.file ?? 'FILE';
  const which = newest ? `. It is of ${momentInWords(newest.at)}` : '';
  return `${which}. "npm run restore -- ${file} --check" says what it holds; stop the server, and "npm run restore -- ${file}" restores it.`;
}

/** Builds the error of a database that is damaged. `what` says where, and begins a sentence. */
export async function damaged(
  { what, todo = usual }: { what: string; todo?: string },
  settings: Settings,
  now: number,
): Promise<Check> {
  return {
    name,
    state: 'error',
    what: `${what.charAt(0).toUpperCase()}${what.slice(1)}`,
    why: 'Calls fail that read or write there, and no good backup is made any more.',
    todo: `${todo}${await wayBack(settings, now)}`,
  };
}

/**
 * Checks whether the embedded database is damaged. `known`: the damage that a running office knows of in its own database, which
 * is not checked here; null where nobody is asked.
 */
export async function checkDamage(
  settings: Settings,
  { known, now }: { known: string | null; now: number },
): Promise<Check[]> {
  if (known) return [await damaged({ what: known }, settings, now)];
  const { role, dataDir, postgres } = settings;
  if (known === '') return [fine(name, 'No damage of the database is known')];
  if (role === 'ads' || postgres || !existsSync(databaseFile(dataDir))) return [];
  const found = await lookAtFile();
  if (found instanceof DamagedDatabaseError)
    return [await damaged({ what: damageIn(found) }, settings, now)];
  if (found === 'sound') return [fine(name, 'No page of the database is damaged')];
  if (found === 'unknown') return [];
  return [
    {
      name,
      state: 'note',
      what: `The database is too large to be checked for damage ${inTimeWords}`,
      why: 'Damage is found when somebody needs what is there, or at the next backup.',
      todo: 'Check it by "npm run backup -- --check", also while the server runs.',
    },
  ];
}
