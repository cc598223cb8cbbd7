import type { FileBytes } from '../../src/features/import/import.table.ts';

/** Returns the bytes of a file, in pieces of a size, as they come from a disk. */
export function fileBytes(content: string | Buffer, size = 16 * 1024): FileBytes {
  const bytes = Buffer.from(content as string);
  return {
    size: bytes.length,
    async *chunks() {
      for (let start = 0; start < bytes.length; start += size) {
        yield bytes.subarray(start, start + size);
      }
    },
    read: async (position, length) => bytes.subarray(position, position + length),
  };
}
