import type { CompiledQuery } from 'kysely';

const beginning = /^\s*(?:select|with|values)\b/i;
const writingWords = /\b(?:insert|update|delete|merge|into|share)\b/i;

/** Whether a statement begins as one that reads. One that begins with `with` may still write. */
export function beginsAsRead({ query, sql }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && beginning.test(sql));
}

/**
 * Whether a statement surely neither writes nor locks, by its words: a name or a text among them that is such
 * a word makes it false.
 */
export function surelyReads(query: CompiledQuery): boolean {
  return beginsAsRead(query) && !writingWords.test(query.sql);
}
