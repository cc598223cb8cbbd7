// The type check, the lint and the search for dead code: their names, scripts and arguments. Each uses one core, so they
// run at the same time.
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

/** Files, exports and packages that nothing uses; knip.jsonc has the exceptions. */
export const deadCode = [
  'Dead code',
  'node_modules/knip/bin/knip.js',
  ['--no-progress', '--treat-config-hints-as-errors'],
];
