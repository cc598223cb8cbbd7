// The type check and the lint: their names, scripts and arguments. Each uses one core, so both run at the same time.
import { plain } from './checks.mjs';

/** With several checkers, each works out the types of the contract again. */
export const typeCheck = [
  'Type check',
  'node_modules/typescript/bin/tsc',
  ['--build', '--checkers', '1'],
];

export const lint = [
  'Lint',
  'node_modules/@biomejs/biome/bin/biome',
  ['ci', ...(plain ? ['--colors=off'] : []), '.'], // `biome ci` prints colours even into a file
];
