// `npm run check`: the type check, the lint, and what nothing uses.
import { tool } from './checks.mjs';
import { deadCode, lint, typeCheck } from './types-and-lint.mjs';

const results = await Promise.all([typeCheck, lint, deadCode].map((check) => tool(...check)));
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1;
