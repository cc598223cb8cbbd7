import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/* One word for each thing (ARCHITECTURE.md, "Words"): other words for it, as they would stand in a text. */
const others: [wrong: RegExp, right: string][] = [
  [
    /\bin traffic\b|\bin Usage\b|label: 'Usage'|\bUsage of\b/,
    '“requests”, or “Traffic” for the screen',
  ],
  [/\b[Ii]n development\b/, '“In-Develop”'],
  [/\b(?:a|the|no) user (?:of|for) (?:the|an|this) app/i, '“owner”'],
  [/\b(?:Choose|Select|Give them to) a user\b|\bNo user matches\b|\bUnknown user\b/, '“owner”'],
  [
    /\bIP (?:rules?|checks?|filters?|settings?|controls?|restrictions?)\b/,
    '“IP Address”, as the specification',
  ],
];

const root = new URL('../../../', import.meta.url).pathname;
/** The files with texts for people, without tests and generated files. */
const files = globSync(
  [
    'docs/guide.md',
    'web/src/**/*.{ts,tsx}',
    'contract/src/findings/*.ts',
    'server/src/{features,ads,cli,doctor}/**/*.ts',
  ],
  { cwd: root },
).filter((name) => !/\.test\.tsx?$|\/testing\//.test(name));

/** Returns the code without its comments and imports, which may contain programmers' words. */
const textsOf = (code: string) =>
  code
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(?:^|\s)\/\/.*$/gm, '')
    .replace(/^import .*$/gm, '');

test('texts for people have one word for each thing', () => {
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((name) => {
    const texts = textsOf(readFileSync(root + name, 'utf8'));
    return others.flatMap(([wrong, right]) => {
      const [text] = wrong.exec(texts) ?? [];
      return text === undefined ? [] : [`${name} says “${text}”: please say ${right}`];
    });
  });
  expect(found).toEqual([]);
});
