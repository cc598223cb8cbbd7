/** An app ID that begins with a letter, or with the digits of a number as letters; the same for the same. */
export function appIDFrom(start: string | number): string {
  const letters = String(start).replace(/[0-9]/g, (digit) => 'abcdefghij'[Number(digit)] as string);
  return letters.padEnd(16, 'z');
}
