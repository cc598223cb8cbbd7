import { fileURLToPath } from 'node:url';

/** Returns a built program of the server, as operators run it: 'main', or a command such as 'cli/admin' (ADR 60). */
export const built = (name: string): string =>
  fileURLToPath(new URL(`../../server/dist/${name.replaceAll('/', '.')}.js`, import.meta.url));
