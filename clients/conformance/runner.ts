import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export type Runner = ReturnType<typeof startRunner>;

/** Milliseconds for one command; the longest lets 1,000 clients ask a dead server for ten minutes. */
const mostAnswerMs = 120_000;

/**
 * Starts the runner of a client. Each command is one line of percent-encoded words, each answer one line of JSON.
 * `clients/conformance/README.md` lists the commands.
 */
export function startRunner([program = '', ...args]: string[]) {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const waiting: { resolve: (line: string) => void; reject: (error: Error) => void }[] = [];
  let errors = '';
  let hasEnded = false;
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors = (errors + text).slice(-4_000);
  });
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.resolve(line));
  const end = () => {
    hasEnded = true;
    for (const { reject } of waiting.splice(0)) reject(new Error(`the runner ended: ${errors}`));
  };
  child.on('error', end).on('close', end);
  child.stdin.on('error', () => {});

  return {
    /** Sends a command and returns its answer. Rejects with the runner's message when it failed. */
    async tell(...words: (string | number)[]) {
      let timer: NodeJS.Timeout | undefined;
      const line = await new Promise<string>((resolve, reject) => {
        const late = () => reject(new Error(`no answer to "${words.join(' ')}": ${errors}`));
        timer = setTimeout(late, mostAnswerMs);
        waiting.push({ resolve, reject });
        if (hasEnded) return end();
        child.stdin.write(`${words.map((word) => encodeURIComponent(word)).join(' ')}\n`);
      }).finally(() => clearTimeout(timer));
      const answer = JSON.parse(line);
      if (answer.error) throw new Error(`${words[0]}: ${answer.error}`);
      return answer;
    },
    /** Takes what the client has printed since it was taken last, which should be nothing. */
    takeErrors() {
      const printed = errors;
      errors = '';
      return printed;
    },
    kill: () => child.kill('SIGKILL'),
  };
}
