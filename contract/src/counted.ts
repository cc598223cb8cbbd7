/** Writes a number with its noun: '1 row', '1,200 rows'. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
