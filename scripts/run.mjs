// Runs one program at a time: what the terminal or npm signals to us goes on to it, and it is
// stopped when npm above us has died without a word (SIGKILL). So no step and no server is left
// behind. Plain JavaScript for old Nodes, as everything in this folder.
import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'];
const parent = process.ppid;
const underNpm = Boolean(process.env.npm_lifecycle_event);

/**
 * Runs `command` until it has ended; resolves to its exit `code`, or the `signal` that ended it,
 * what it wrote (with `stdio: 'pipe'`), and `stoppedBy`, the signal that reached us meanwhile.
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
    // Without npm above us (a service manager, a detached shell) losing the parent means nothing.
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

/** Ends this process the way a program run by `run` ended: with its exit code, or of its signal. */
export async function endLike({ code, signal }) {
  if (signal) {
    process.kill(process.pid, signal);
    await setTimeout(1_000); // it arrives within that time
  }
  process.exit(code ?? 1);
}
