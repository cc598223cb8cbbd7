import { readdir, stat, statfs } from 'node:fs/promises';

/** Unanswered questions, by what they ask. */
const unanswered = new Map<string, Promise<unknown>>();

/**
 * Asks a disk. The same question shares the answer of one that is under way: on a disk that hangs each call holds one of the
 * four threads of this process for ever, and compression, names and other disks wait for a free one.
 */
export function askDisk<Answer>(question: string, ask: () => Promise<Answer>): Promise<Answer> {
  const before = unanswered.get(question);
  if (before) return before as Promise<Answer>;
  const asking = ask().finally(() => unanswered.delete(question));
  unanswered.set(question, asking);
  return asking;
}

/** Reads what a path leads to; rejects when it leads to nothing. */
export const statOf = (path: string) => askDisk(`what is ${path}`, () => stat(path));

/** Lists the names in a folder. */
export const namesIn = (folder: string): Promise<string[]> =>
  askDisk(`names in ${folder}`, () => readdir(folder));

/** Returns the free room on the disk of a folder, in bytes; rejects when the folder is away. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await askDisk(`room in ${folder}`, () => statfs(folder));
  return bavail * bsize;
}

/** Returns the size of a file in bytes; 0 when there is no file. */
export const sizeOf = (file: string): Promise<number> =>
  statOf(file).then(
    ({ size }) => size,
    () => 0,
  );
