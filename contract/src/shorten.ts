/**
 * Returns a text of at most `most` UTF-16 code units. A longer one ends with '…', and is never cut within a character: half of
 * one cannot be stored.
 */
export const shorten = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
