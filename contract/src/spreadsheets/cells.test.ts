import fc from 'fast-check';
import { expect, it } from 'vitest';
import { oddPieces } from '../testing/odd-texts.ts';
import { isFormula, plainText, safeCell } from './cells.ts';

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(...oddPieces, "'", '=', '+', '-', '@', '\t', '\r', '\n', '＝', ';', '"', ' '),
      fc.string(),
    ),
    {
      maxLength: 8,
    },
  )
  .map((pieces) => pieces.join(''));

it('gives every text back, and begins no cell with what a spreadsheet executes', () => {
  fc.assert(
    fc.property(text, (original) => {
      const cell = safeCell(original);
      expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
      for (const part of cell.split(/[;\t\r\n]/)) {
        expect(part.replace(/^[ "]+/, '')).not.toMatch(/^[=+\-@＝＋－＠]/);
      }
      expect(plainText(cell)).toBe(original);
    }),
  );
});

it.each([
  ['=1+1', "'=1+1"],
  ['-20 % Sale', "'-20 % Sale"],
  ["'=1+1", "''=1+1"],
  ["'90s Radio", "'90s Radio"],
  ['Tide - Clock', 'Tide - Clock'],
  ['', ''],
  ["Nice;=cmd|'/C calc'!A0;x", "Nice;'=cmd|'/C calc'!A0;x"],
  ['a;b\n- c', "a;b\n'- c"],
  ['a; "=1', `a; "'=1`],
  ["a;'=1", "a;''=1"],
  ['\t=1', "'\t'=1"],
])('writes %j as %j', (original, cell) => {
  expect(safeCell(original)).toBe(cell);
});

it('leaves a cell that was typed without an apostrophe as it is', () => {
  expect(plainText('-20 % Sale')).toBe('-20 % Sale');
  expect(plainText("'90s Radio")).toBe("'90s Radio");
});

it('knows a formula', () => {
  expect(['=A1', '＝A1', "'=A1", '-1'].map(isFormula)).toEqual([true, true, false, false]);
});
