import { bodyBytesOf } from '@adwarden/contract/call';
import { type CallName, calls } from '@adwarden/contract/calls';
import { limits } from '@adwarden/contract/limits';
import { type BodyField, bodies } from '@adwarden/contract/testing/body-fields';
import { oddPieces } from '@adwarden/contract/testing/odd-texts';
import { judge, log, type Verdict } from '../../measuring/report.ts';

const mostMs = 20;
const repeats = 5;
/** Each piece alone, and combining marks in the slowest order for NFC. */
const mixtures = [...oddPieces.map((piece) => [piece]), ['a', '\u0300', '\u0316']];

/** Returns a text of the given size in JSON; equal parts of it repeat each piece. */
function textOf(pieces: readonly string[], bytes: number): string {
  const sizeOf = (piece: string) => Buffer.byteLength(JSON.stringify(piece)) - 2;
  const share = bytes / pieces.length;
  return pieces.map((piece) => piece.repeat(Math.max(0, share / sizeOf(piece)))).join('');
}

/** Bodies at the size limit of a call: first one field uses all of it, then each field is filled up to its limit. */
function* bodiesOf(name: CallName, fields: BodyField[]): Generator<string> {
  const bytes = bodyBytesOf(calls[name]) - 100;
  const most = limits.mostUnitsPerCharacter;
  for (const pieces of mixtures) {
    for (const { name: field } of fields) yield JSON.stringify({ [field]: textOf(pieces, bytes) });
    const texts = fields.map(({ name: field, maxLength = 20 }) => [
      field,
      textOf(pieces, bytes / fields.length).slice(0, maxLength * most),
    ]);
    yield JSON.stringify(Object.fromEntries(texts));
  }
}

/** Measures the time that the serving thread needs to parse and validate the slowest body of any call. */
export async function measureBodies(): Promise<Verdict[]> {
  let worst = { ms: 0, detail: '' };
  for (const { name, schema, fields } of bodies) {
    let slowest = 0;
    for (const body of bodiesOf(name, fields)) {
      const times = Array.from({ length: repeats }, () => {
        const began = performance.now();
        schema.safeParse(JSON.parse(body));
        return performance.now() - began;
      });
      // The minimum is the real cost; longer times come from other work on the machine.
      const ms = Math.min(...times);
      slowest = Math.max(slowest, ms);
      if (ms > worst.ms) worst = { ms, detail: `${name}, ${body.slice(0, 24).toWellFormed()}…` };
    }
    log(`${name.padEnd(22)} ${slowest.toFixed(1)} ms`);
  }
  const { ms, detail } = worst;
  return [
    judge(
      'the slowest body of any call: validation',
      ms,
      { atMost: mostMs },
      { unit: ' ms', digits: 1, detail },
    ),
  ];
}
