import { parseArgs } from 'node:util';
import { counted } from '@adwarden/contract/counted';
import { checkStates } from '@adwarden/contract/doctor';
import { stateOfKeyIn } from '../composition/secret-key.ts';
import { readMeta } from '../db/meta.ts';
import type { Db } from '../db/schema.ts';
import type { Check } from '../doctor/check.ts';
import { examine } from '../doctor/doctor.ts';
import { refuseFirstAdmin } from '../features/admins/admins.service.ts';
import { listAdmins } from '../features/admins/admins.store.ts';
import { createWeaknessOf } from '../kit/weak-password.ts';
import { startLooks } from '../processes/start-looks.ts';
import { type Settings, settingsHere } from '../settings.ts';

/* npm run doctor [-- --json]: what is wrong, or will be. Exit code 1 when something does not work. */

const wide = Math.max(...checkStates.map(({ length }) => length));

/** The check of settings that could not even be read. */
const badSettings = (error: Error): Check => ({
  ...{ name: 'settings', state: 'error', what: error.message },
  why: 'The server does not start with it.',
  todo: 'Correct it in the environment, or in .env.',
});

function show({ state, what, why, todo }: Check): string {
  const indent = ' '.repeat(wide + 2);
  const lines = [`${state.padEnd(wide)}  ${what}`];
  if (why) lines.push(`${indent}Why: ${why}`);
  if (todo) lines.push(`${indent}Do:  ${todo}`);
  return lines.join('\n');
}

/** Whether the first start could make an administrator, where there is none. */
async function refuseBeginning(settings: Settings, db: Db | null): Promise<void> {
  if (settings.role === 'ads') return;
  // A database that no server has used has no such table.
  const admins = db && (await readMeta(db, 'epoch')) !== null ? await listAdmins(db) : [];
  if (admins.length > 0) return;
  await refuseFirstAdmin(settings.admin, {
    isShared: settings.postgres !== undefined,
    weaknessOf: createWeaknessOf(['Adwarden', settings.companyName]),
  });
}

async function examineHere(): Promise<Check[]> {
  try {
    const settings = settingsHere();
    return await examine({
      settings,
      startLooks,
      keyState: (db) => stateOfKeyIn(settings, db),
      refuseBeginning: (db) => refuseBeginning(settings, db),
    });
  } catch (error) {
    return [badSettings(error as Error)];
  }
}

try {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
  const checks = await examineHere();
  const errors = checks.filter(({ state }) => state === 'error').length;
  const warnings = checks.filter(({ state }) => state === 'warning').length;
  if (values.json) console.log(JSON.stringify({ errors, warnings, checks }, null, 2));
  else {
    for (const check of checks) console.log(show(check));
    console.log(`\n${counted(errors, 'error')}, ${counted(warnings, 'warning')}.`);
  }
  process.exitCode = errors > 0 ? 1 : 0;
} catch (error) {
  console.error((error as Error).message);
  console.error('Usage: npm run doctor [-- --json]');
  process.exitCode = 2;
}
