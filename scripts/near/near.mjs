// `npm test -- near PATH…`: the tests that are most likely to notice a change of these files.
import { execFileSync } from 'node:child_process';
import { browserTests } from '../browser-tests.mjs';
import { finish } from '../checks.mjs';
import { at, env, node, root } from '../paths.mjs';
import { vitest } from '../vitest.mjs';

/** Runs the tests that are near files or folders; without any, those near what changed since the last commit. */
export async function near(paths) {
  const program = [at('scripts/near/print-nearest.ts'), ...paths];
  const text = execFileSync(node, program, { cwd: root, env, encoding: 'utf8' });
  const { unit, specs, otherSpecs, without, vitestOptions } = JSON.parse(text);
  if (without.length > 0) console.log(`No tests are known to be near ${without.join(', ')}`);
  if (unit.length + specs.length === 0) {
    console.error('Nothing to run. Usage: npm test -- near PATH…');
    process.exit(1);
  }
  if (unit.length > 0) await vitest('Near unit and API tests', [...vitestOptions, ...unit]);
  if (specs.length > 0) await browserTests(specs);
  if (otherSpecs.length > 0) {
    const names = otherSpecs.map((file) => file.replace(/^e2e\/|\.spec\.ts$/g, ''));
    console.log(`\nThe browser tests of it: npx playwright test -c e2e ${names.join(' ')}`);
  }
  finish();
}
