// Runs one program at a time. Signals of the terminal or npm are passed on to it. It is also stopped
// when the parent npm was killed (SIGKILL). So no step and no server keeps running.
// Plain JavaScript for old Nodes, like all scripts of this folder.
import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'];
const parent = process.ppid;
const underNpm = Boolean(process.env.npm_lifecycle_event);

/**
 * Runs `command` until it ends. Resolves to its exit `code` or the `signal` that ended it, its `output` (with
 * `stdio: 'pipe'`), and `stoppedBy`, the signal that this process received in the meantime.
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, options);
    let output = '';
    let stoppedBy = null;
    const stop = (signal) => {
      stoppedBy = stoppedBy ?? signal;
      child.kill(signal);
    };
    // Only npm is watched: under a service manager or a detached shell, the parent may end at any time.
    const watch = setInterval(() => {
      if (underNpm && !stoppedBy && process.ppid !== parent) stop('SIGTERM');
    }, 500);
    const done = (result) => {
      clearInterval(watch);
      for (const signal of SIGNALS) process.removeListener(signal, stop);
      resolve({ ...result, output, stoppedBy });
    };

    for (const signal of SIGNALS) process.on(signal, stop);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.once('error', (error) => {
      output += error.message;
      done({ code: 1, signal: null });
    });
    child.once('close', (code, signal) => done({ code, signal }));
  });
}

/** Ends this process like a program that `run` has run: with the same exit code, or by the same signal. */
export async function exitLike({ code, signal }) {
  if (signal) {
    process.kill(process.pid, signal);
    await setTimeout(1_000); // the signal arrives within this time
  }
  process.exit(code ?? 1);
}
