import { stat, statfs } from 'node:fs/promises';

/** The free room on the disk of a folder, in bytes; rejects when the folder is away. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** The size of a file in bytes; 0 without it. */
export const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );
