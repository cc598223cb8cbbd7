import { fileURLToPath } from 'node:url';

/** A client as the suite knows it. */
export type Client = {
  name: string;
  /** Prepares the runner in a folder and returns its command; null when this machine has no compiler for it. */
  prepare(folder: string): string[] | null;
};

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

export const clients: Client[] = [
  {
    name: 'typescript',
    prepare: () => [process.execPath, at('typescript/conformance/runner.ts')],
  },
];
