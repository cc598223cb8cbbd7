import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Clock, hourMs } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import { ownFile } from '../../kit/own-files.ts';
import { readLastUpdate } from './last-update.ts';

/** Soon after a start, because a new installation may have an old database. */
const firstLookMs = 2_000;
const lookEveryMs = 60_000;
/** After a failure. Vendors allow some 30 downloads a day. */
const againAfterMs = hourMs;
/** A process that takes longer is ended; a fetch alone may take 10 minutes. */
const timeoutMs = 15 * 60_000;
const command = fileURLToPath(ownFile('cli/update-countries'));

/** Updates by the command of the shell: in a process of its own, so that neither memory nor time is the server's. */
async function runCommand(signal: AbortSignal): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [command, '--scheduled'], {
      ...{ signal, timeout: timeoutMs },
    });
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new Error(stderr.trim() || message, { cause: error });
  }
}

/**
 * Builds what fetches the database of countries of COUNTRY_DATABASE_URL every `everyHours`, and again after an hour when
 * that has failed. The time of the last try is kept in the data folder, so that restarts cause no fetch.
 */
export function createCountryUpdates(parts: {
  everyHours: number;
  dataDir: string;
  clock: Clock;
  logger: Logger;
  run?: (signal: AbortSignal) => Promise<void>;
}) {
  const { everyHours, dataDir, clock, logger, run = runCommand } = parts;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let told = '';

  async function isDue(): Promise<boolean> {
    const last = await readLastUpdate(dataDir);
    if (!last) return true;
    const passed = clock() - last.triedAt;
    const wait = everyHours * hourMs;
    // A try of the future is one before the clock was set back.
    return passed < 0 || passed >= (last.trouble ? Math.min(wait, againAfterMs) : wait);
  }

  /** Updates when it is time to. A failure is in the log, once. */
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
    /** Ends an update that is under way. */
    stop() {
      stopping.abort();
      clearTimeout(timer);
    },
  };
}
