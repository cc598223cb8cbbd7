import { stat, statfs } from 'node:fs/promises';

/** Returns the free room on the disk of a folder, in bytes; rejects when the folder is away. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Returns the size of a file in bytes; 0 when there is no file. */
export const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );
