import { globSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import * as tables from './state-words.ts';

const root = new URL('../../', import.meta.url).pathname;
const table = 'contract/src/state-words.ts';
/** The words that are read from files, and that nobody says. */
const readWords = 'contract/src/spreadsheets/words.ts';
const files = globSync('{contract,server,web}/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (name) =>
    !/\.test\.tsx?$|\/testing\/|\/gallery\/|examples\.ts$/.test(name) &&
    ![table, readWords].includes(name),
);

/** The states with their words, each vocabulary by itself. */
const vocabularies: Record<string, readonly string[]>[] = Object.values(tables)
  .filter((words) => typeof words !== 'function')
  .map((words) =>
    Object.fromEntries(
      Object.entries(words).map(([state, said]) => [
        state,
        typeof said === 'string' ? [said] : 'other' in said ? [said.other] : [said.word],
      ]),
    ),
  );

type Node = { type: string; start: number; [key: string]: unknown };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

function walk(node: unknown, visit: (node: Node) => void) {
  if (Array.isArray(node)) for (const one of node) walk(one, visit);
  if (!isNode(node)) return;
  visit(node);
  for (const [key, value] of Object.entries(node)) if (key !== 'parent') walk(value, visit);
}

const isOfTable = (node: unknown): boolean => {
  let found = false;
  walk(node, ({ type, name }) => {
    found ||= type === 'Identifier' && Object.hasOwn(tables, String(name));
  });
  return found;
};

/** Returns the text of a literal; '' for anything else, and for a template with a word of the table. */
function textOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : '';
  if (node.type !== 'TemplateLiteral' || isOfTable(node.expressions)) return '';
  return (node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join('…');
}

/** Names of fields and columns, values of styles, and actions that are possible in a state. */
const notWords = /^[a-z]+(?:[A-Z][a-z]*)+$|^var\(|^#|^(?:Withdraw|Cancel)\b/;

/** Tells whether a text is for people: such texts have a capital or a space; tones, fields, columns, colours and codes do not. */
const isForPeople = (text: string) =>
  /[A-Z ]/.test(text) && /[a-z]/i.test(text) && !notWords.test(text);

/** Returns the texts of a member: a text, or texts in an object. */
function textsIn(node: unknown): string[] {
  if (!isNode(node)) return [];
  if (node.type !== 'ObjectExpression') return [textOf(node)].filter(isForPeople);
  return (node.properties as Node[]).flatMap(({ value }) => textsIn(value));
}

const keyOf = ({ key }: Node): string =>
  isNode(key) ? (key.type === 'Identifier' ? String(key.name) : textOf(key)) : '';

/** Finds states for which a source has words of its own: in a table by state, or where it compares with one. */
function otherWords(code: string, lang: 'ts' | 'tsx'): string[] {
  const found: string[] = [];
  const says = (states: Record<string, readonly string[]>, state: string, text: string) => {
    const words = states[state] ?? [];
    if (!words.some((word) => text.toLowerCase().includes(word.toLowerCase()))) {
      found.push(`“${text}” for “${state}”, whose word is “${words.join('”, “')}”`);
    }
  };
  walk(parseAst(code, { lang }), (node) => {
    if (node.type === 'ObjectExpression') {
      const members = (node.properties as Node[]).map((one) => [keyOf(one), one.value] as const);
      for (const states of vocabularies) {
        const own = members.filter(([key]) => Object.hasOwn(states, key));
        // A table has at least two states, and nothing else: other keys may only look like states.
        if (own.length < 2 || own.length < members.length) continue;
        for (const [state, value] of own) {
          for (const text of textsIn(value)) says(states, state, text);
        }
      }
    }
    const { test: condition, consequent } = node;
    if (
      node.type === 'ConditionalExpression' &&
      isNode(condition) &&
      condition.operator === '==='
    ) {
      const state = textOf(condition.right);
      const text = textOf(consequent);
      // Many things are compared with 'on'.
      const states = vocabularies.find((one) => !('on' in one) && Object.hasOwn(one, state));
      if (states && isForPeople(text)) says(states, state, text);
    }
  });
  return found;
}

test('whoever says a state takes its word from the table', () => {
  expect(files.length).toBeGreaterThan(900);
  const found = files.flatMap((name) =>
    otherWords(readFileSync(root + name, 'utf8'), name.endsWith('x') ? 'tsx' : 'ts').map(
      (what) => `${name}: ${what}`,
    ),
  );
  expect(found).toEqual([]);
});
