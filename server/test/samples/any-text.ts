import fc from 'fast-check';

/**
 * Builds a text of any characters. fast-check's own unit 'binary' is the same, but makes a table of the million characters
 * first, which takes a second in each process.
 */
export const anyText = (length: { maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ unit: character, ...length });

const character = fc
  .integer({ min: 0, max: 0x10_ff_ff })
  .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
  .map((code) => String.fromCodePoint(code));
