import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ask } from '../ask.ts';
import { admin } from '../node.ts';

/** Whether `npm run test-slow` has made the images and started this in its own network. */
export const canRun = process.env.CONTAINERS_CAN_RUN === '1';

const shipped = fileURLToPath(new URL('../..', import.meta.url));
const mostStartMs = 120_000;

/** Runs a program for at most 2 minutes and returns its output; throws when it fails. */
function call(program: string, args: string[], cwd?: string): string {
  const options = { cwd, encoding: 'utf8', timeout: 120_000, stdio: 'pipe' } as const;
  return execFileSync(program, args, options).trim();
}

export const podman = (...args: string[]): string => call('podman', args);

/** The image with Node that ours is built on. */
export const base =
  /^ARG NODE=(.+)$/m.exec(readFileSync(join(shipped, 'Dockerfile'), 'utf8'))?.[1] ?? '';

/** Returns one field of a container, by its name in podman's templates. */
export const inspect = (container: string, field: string): string =>
  podman('inspect', '--type', 'container', '--format', `{{${field}}}`, container);

/** Returns the output of a container. */
export function words(container: string): string {
  return call('sh', ['-c', 'podman logs "$0" 2>&1', container]);
}

/** Waits until a path answers 200, and returns the text. If it does not, the error has the output of `container`. */
export async function answers(
  port: number,
  {
    path = '/readyz',
    host = '127.0.0.1',
    container,
  }: { path?: string; host?: string; container?: string } = {},
): Promise<string> {
  const began = performance.now();
  for (;;) {
    const answer = await ask(port, path, { host }).catch((error: Error) => error);
    if ('status' in answer && answer.status === 200) return answer.text;
    if (performance.now() - began > mostStartMs) {
      const said = container ? `\n${words(container)}` : '';
      throw new Error(
        `${host}:${port}${path}: ${'status' in answer ? answer.text : answer}${said}`,
      );
    }
    await pause(200);
  }
}

/** Makes a copy of deploy/ to fill in. */
export function copyOfDeploy() {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-deploy-'));
  for (const name of ['compose', 'nginx', 'kubernetes']) {
    cpSync(join(shipped, name), join(folder, name), { recursive: true });
  }
  return {
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
    read: (file: string) => readFileSync(join(folder, file), 'utf8'),
    write: (file: string, text: string) => writeFileSync(join(folder, file), text, { mode: 0o600 }),
  };
}

/** The values that a person must fill in; the same in all tests. */
export const filledIn = {
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  EDGE_KEY: Buffer.alloc(32, 8).toString('base64'),
  POSTGRES_PASSWORD: 'onlyhere',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
};
