/** The size of a block in bytes. */
const blockBytes = 1024 * 1024;

/**
 * Stores many texts in few blocks of memory: the shared strings of a workbook. As strings they would keep the pieces of XML alive
 * from which they were cut.
 */
export function createTexts() {
  const blocks: Buffer[] = [];
  const places: { block: number[]; start: number[]; length: number[] } = {
    block: [],
    start: [],
    length: [],
  };
  let used = blockBytes;
  return {
    add(text: string): void {
      const length = Buffer.byteLength(text);
      if (used + length > blockBytes) {
        blocks.push(Buffer.allocUnsafe(Math.max(blockBytes, length)));
        used = 0;
      }
      blocks.at(-1)?.write(text, used);
      places.block.push(blocks.length - 1);
      places.start.push(used);
      places.length.push(length);
      used += length;
    },

    /** Returns the text with this number, from 0; undefined when there are fewer. */
    at(index: number): string | undefined {
      const start = places.start[index] ?? 0;
      return blocks[places.block[index] ?? -1]?.toString(
        'utf8',
        start,
        start + (places.length[index] ?? 0),
      );
    },
  };
}
