import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Clock, hourMs } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import { ownFile } from '../../kit/process/own-files.ts';
import { readLastUpdate } from './last-update.ts';

/** The first check comes soon after a start, because a new installation may have an old database. */
const firstLookMs = 2_000;
const lookEveryMs = 60_000;
/** The pause after a failure. Vendors allow some 30 downloads a day. */
const againAfterMs = hourMs;
/** The time after which the process is ended; a fetch alone may take 10 minutes. */
const timeoutMs = 15 * 60_000;
const command = fileURLToPath(ownFile('cli/update-countries'));

/** Updates with the shell command, in a process of its own, so that neither memory nor time is the server's. */
async function runCommand(signal: AbortSignal): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [command, '--scheduled'], {
      signal,
      timeout: timeoutMs,
    });
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new Error(stderr.trim() || message, { cause: error });
  }
}

/**
 * Builds the updates: every `everyHours` they fetch the database of countries of COUNTRY_DATABASE_URL, and after a failure again
 * in an hour. The time of the last try is kept in the data folder, so that restarts cause no fetch.
 */
export function createCountryUpdates(deps: {
  everyHours: number;
  dataDir: string;
  clock: Clock;
  logger: Logger;
  run?: (signal: AbortSignal) => Promise<void>;
}) {
  const { everyHours, dataDir, clock, logger, run = runCommand } = deps;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let told = '';

  async function isDue(): Promise<boolean> {
    const last = await readLastUpdate(dataDir);
    if (!last) return true;
    const passed = clock() - last.triedAt;
    const wait = everyHours * hourMs;
    // A try in the future was made before the clock was set back.
    return passed < 0 || passed >= (last.trouble ? Math.min(wait, againAfterMs) : wait);
  }

  /** Updates when it is due. A failure is logged once. */
  async function look(): Promise<void> {
    if (!(await isDue())) return;
    try {
      await run(stopping.signal);
      told = '';
    } catch (error) {
      if (stopping.signal.aborted) return;
      const { message } = error as Error;
      if (message !== told)
        logger.warn({ reason: message }, 'the database of countries was not updated');
      told = message;
    }
  }

  function lookAfter(ms: number): void {
    timer = setTimeout(async () => {
      await look();
      if (!stopping.signal.aborted) lookAfter(lookEveryMs);
    }, ms);
    timer.unref();
  }

  return {
    look,
    start: () => lookAfter(firstLookMs),
    /** Stops the checks, and an update that is under way. */
    stop() {
      stopping.abort();
      clearTimeout(timer);
    },
  };
}
