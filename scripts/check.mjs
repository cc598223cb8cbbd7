// `npm run check`: the type check and the lint.
import { tool } from './checks.mjs';
import { lint, typeCheck } from './types-and-lint.mjs';

const results = await Promise.all([typeCheck, lint].map((check) => tool(...check)));
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1;
