import { parseArgs } from 'node:util';
import { counted } from '@adwarden/contract/counted';
import { checkStates } from '@adwarden/contract/doctor';
import { keysOf, stateOfKeyIn } from '../composition/secret-key.ts';
import { readMeta } from '../db/meta.ts';
import type { Db } from '../db/schema.ts';
import type { Check } from '../doctor/check.ts';
import { examine } from '../doctor/doctor.ts';
import { refuseFirstAdmin } from '../features/admins/admins.service.ts';
import { hasAdmin } from '../features/admins/admins.store.ts';
import { createWeaknessOf } from '../kit/weak-password.ts';
import { findServer } from '../processes/ask-supervisor.ts';
import { startLooks } from '../processes/start-looks.ts';
import { type Settings, settingsHere } from '../settings.ts';

/* npm run doctor [-- --json]: what is wrong, or will be. Exit code 1 when something does not work. */

const wide = Math.max(...checkStates.map(({ length }) => length));

/** Returns the check of settings that could not even be read. */
const badSettings = (error: Error): Check => ({
  name: 'settings',
  state: 'error',
  what: error.message,
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

/** Throws if the first start could not make an administrator and there is none. */
async function refuseBeginning(settings: Settings, db: Db | null): Promise<void> {
  if (settings.role === 'ads') return;
  // A database that no server has used has no such table.
  if (db && (await readMeta(db, 'epoch')) !== null && (await hasAdmin(db))) return;
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
      // An edge has no key.
      key: async () => (settings.role === 'ads' ? null : ((await keysOf(settings))[0] ?? null)),
      findProcess: () => findServer(settings.dataDir),
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
  const sums = `\n${counted(errors, 'error')}, ${counted(warnings, 'warning')}.`;
  const text = values.json
    ? JSON.stringify({ errors, warnings, checks }, null, 2)
    : [...checks.map(show), sums].join('\n');
  // Something that hangs would keep this process alive.
  process.stdout.write(`${text}\n`, () => process.exit(errors > 0 ? 1 : 0));
} catch (error) {
  console.error((error as Error).message);
  console.error('Usage: npm run doctor [-- --json]');
  process.exitCode = 2;
}
