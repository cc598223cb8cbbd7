import { execFile } from 'node:child_process';
import { createOutage } from '../kit/faults/outage.ts';
import type { Logger } from '../kit/logger.ts';

/** The function that stops the reports. */
type Stop = () => void;

/**
 * Tells systemd that the supervisor runs, when its unit has a WatchdogSec. Node cannot send datagrams to a Unix socket, so
 * systemd's own program does, three times within the limit (ADR 62); the unit needs NotifyAccess=all for it. The first report is
 * sent at once. Does nothing without systemd.
 */
export function reportToSystemd(logger: Logger, env = process.env): Stop {
  const { NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID } = env;
  const limitMs = Number(WATCHDOG_USEC) / 1000;
  const isForOther = WATCHDOG_PID !== undefined && WATCHDOG_PID !== String(process.pid);
  if (!NOTIFY_SOCKET || !(limitMs > 0) || isForOther) return () => {};
  const outage = createOutage(logger, {
    failing: 'systemd does not learn that this server lives, and will end it',
    again: 'systemd learns again that this server lives',
  });
  const report = () => {
    execFile('systemd-notify', ['WATCHDOG=1'], { env, timeout: limitMs / 2 }, (error) => {
      if (error) outage.fails(error);
      else outage.works();
    });
  };
  report();
  const timer = setInterval(report, limitMs / 3);
  return () => clearInterval(timer);
}
