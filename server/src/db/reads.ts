import type { CompiledQuery } from 'kysely';

const beginning = /^\s*(?:select|with|values)\b/i;
const writingWords = /\b(?:insert|update|delete|merge|into|share)\b/i;

/** Tells whether a statement begins with `select`, `values` or `with`. One that begins with `with` may still write. */
export function beginsAsRead({ query, sql }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && beginning.test(sql));
}

/**
 * Tells whether a statement certainly neither writes nor locks, judged by its words. A column name or a text that looks like a
 * writing keyword makes it false, which is only less efficient.
 */
export function surelyReads(query: CompiledQuery): boolean {
  return beginsAsRead(query) && !writingWords.test(query.sql);
}
