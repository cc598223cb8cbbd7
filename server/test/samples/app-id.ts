/**
 * Returns an app ID that begins with a given letter, or with the digits of a number as letters. The same input gives the same
 * ID.
 */
export function appIDFrom(start: string | number): string {
  const letters = String(start).replace(/[0-9]/g, (digit) => 'abcdefghij'[Number(digit)] as string);
  return letters.padEnd(16, 'z');
}
