import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { counted } from '@adwarden/contract/counted';
import { checkStates } from '@adwarden/contract/doctor';
import { keysOf, lostSecretsIn, stateOfKeyIn } from '../composition/secret-key.ts';
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
      lostSecrets: lostSecretsIn(settings),
      refuseBeginning: (db) => refuseBeginning(settings, db),
    });
  } catch (error) {
    return [badSettings(error as Error)];
  }
}

/** Set for the process that makes the checks. */
const makesChecks = 'ADWARDEN_DOCTOR_CHECKS';
/** The limit of all checks together. Each has a shorter one. */
const limitMs = 4_500;

const hangs: Check = {
  name: 'DATA_DIR',
  state: 'error',
  what: `The checks did not end within ${limitMs / 1000} s: a disk of this machine does not answer`,
  why: 'Whoever reads or writes there waits for it.',
  todo: 'Look which one (df, dmesg): that of DATA_DIR, of TMPDIR, or another one that the settings name.',
};

/**
 * Makes the checks in a process of its own. A call to a disk that hangs never ends: it would keep this process alive, and a call
 * that blocks could not be given up.
 */
async function examineInTime(): Promise<Check[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Check[]>();
  const child = fork(fileURLToPath(import.meta.url), [], {
    env: { ...process.env, [makesChecks]: '1' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (part: string) => {
    said = (said + part).slice(-1_000);
  });
  // A busy machine may need seconds to start it.
  child.once('message', () => setTimeout(resolve, limitMs, [hangs]));
  child.on('message', (message) => {
    if (Array.isArray(message)) resolve(message);
  });
  child.once('error', reject);
  child.once('close', () => reject(new Error(`The checks ended: ${said.trim()}`)));
  try {
    return await promise;
  } finally {
    child.kill('SIGKILL');
  }
}

async function runChecks(): Promise<void> {
  process.send?.('begun');
  process.send?.(await examineHere());
}

async function showChecks(): Promise<void> {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
  const checks = await examineInTime();
  const errors = checks.filter(({ state }) => state === 'error').length;
  const warnings = checks.filter(({ state }) => state === 'warning').length;
  const sums = `\n${counted(errors, 'error')}, ${counted(warnings, 'warning')}.`;
  const text = values.json
    ? JSON.stringify({ errors, warnings, checks }, null, 2)
    : [...checks.map(show), sums].join('\n');
  process.stdout.write(`${text}\n`, () => process.exit(errors > 0 ? 1 : 0));
}

try {
  await (process.env[makesChecks] && process.send ? runChecks() : showChecks());
} catch (error) {
  console.error((error as Error).message);
  console.error('Usage: npm run doctor [-- --json]');
  process.exitCode = 2;
}
