import { inNormalForm } from '@adwarden/contract/unicode';

/*
 * Names of categories as people write them: in any case, with `and` for `&`, and without the group ("Puzzle" for
 * "Games: Puzzle").
 */

/** The share of equal pairs of letters from which one word counts as a misspelling of another. */
const alike = 0.7;

const wordsOf = (text: string): string[] =>
  inNormalForm(text, 'NFKC')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const keyOf = (text: string): string => wordsOf(text).join(' ');

/** Returns the words that distinguish the category, in the singular. */
const saying = (text: string): string[] =>
  wordsOf(text)
    .filter((word) => word !== 'and')
    .map((word) => word.replace(/(?<=\p{L}{3})s$/u, ''));

function pairsOf(word: string): string[] {
  return Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2));
}

/** Tells whether two words are the same except for a typing error. */
function areAlike(one: string, other: string): boolean {
  if (one === other) return true;
  const [pairs, others] = [pairsOf(one), pairsOf(other)];
  const shared = pairs.filter((pair) => others.includes(pair)).length;
  return (2 * shared) / Math.max(1, pairs.length + others.length) >= alike;
}

/** Returns the share of words that two names have in common, from 0 to 1. */
function likeness(words: string[], others: string[]): number {
  const shared = words.filter((word) => others.some((other) => areAlike(word, other))).length;
  return shared / Math.max(1, words.length + others.length - shared);
}

export type Categories = ReturnType<typeof createCategories>;

/** Builds the search for categories by their names. */
export function createCategories(names: Iterable<string>) {
  const all = [...names];
  const exact = new Set(all);
  const byKey = Map.groupBy(all, keyOf);
  return {
    /** Tells whether a category has exactly this name. */
    has: (name: string): boolean => exact.has(name),

    /** Finds the category that a text names, in any case; null if there is none, or several. */
    byName(text: string): string | null {
      if (exact.has(text)) return text;
      const [only = null, ...more] = byKey.get(keyOf(text)) ?? [];
      return more.length === 0 ? only : null;
    },

    /** Finds the one category that is most like a text; null if none is like it, or several are equally like it. */
    nearest(text: string): string | null {
      const words = saying(text);
      const rated = all
        .map((name) => ({ name, like: likeness(words, saying(name)) }))
        .filter(({ like }) => like > 0)
        .sort((one, other) => other.like - one.like);
      const [first, second] = rated;
      return first && first.like > (second?.like ?? 0) ? first.name : null;
    },
  };
}
