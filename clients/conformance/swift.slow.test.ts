import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { clientNamed, runInSwiftRoot } from './clients.ts';
import { conform } from './conform.ts';

const { SWIFT_ROOT } = process.env;
const swift = clientNamed('swift');

describe.skipIf(!SWIFT_ROOT)('in the Debian of SWIFT_ROOT (else skipped)', () => {
  let folder = '';
  conform({
    ...swift,
    prepare(given) {
      folder = given;
      return swift.prepare(folder);
    },
  });

  test('the examples of the README compile as pasted', () => {
    const readme = readFileSync(new URL('../swift/README.md', import.meta.url), 'utf8');
    const examples = [...readme.matchAll(/```swift\n([\s\S]*?)```/g)];
    const files = examples.map(([, code = ''], index) => {
      writeFileSync(join(folder, `example${index}.swift`), code);
      return `/folder/example${index}.swift`;
    });
    const strict = ['-swift-version', '6', '-warnings-as-errors', '-I', '/folder/debug/Modules'];
    for (const build of [[], ['-D', 'DEBUG']]) {
      runInSwiftRoot(folder, ['swiftc', '-typecheck', ...strict, ...build, ...files]);
    }
  });
});
