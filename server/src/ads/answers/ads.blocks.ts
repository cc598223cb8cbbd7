/**
 * Blocks of bytes in a few large buffers (slabs) outside of JavaScript's heap, each found by its address. The garbage collector
 * does not walk them. Reading an app is one cache miss; a Buffer, its ArrayBuffer and strings would be five (README).
 */
export type Blocks = {
  /** Stores `head` (Latin-1) and `body` behind it; returns their address, from 1 to 2 ** 32 - 2. */
  put(head: string, body: Uint8Array): number;
  /** Returns head and body, a copy as Latin-1 text: `end(text, 'latin1')` sends the same bytes. */
  read(address: number): string;
  /** Returns head and body, a copy. */
  bytes(address: number): Buffer;
  /** Frees the place for another block. Nobody may read the address any more. */
  release(address: number): void;
  /** Tells whether more than half of the memory is free places into which no new block has fitted. */
  isWasteful(): boolean;
};

/** The size of a slab. Its unused end takes no memory: the system commits a page only when it is written. */
const slabBytes = 32 * 1024 * 1024;
/** The size of a unit. A place is a number of whole units, so that a freed one fits the next block of about the same length. */
const unitBytes = 128;
const unitsPerSlab = slabBytes / unitBytes;
const lengthBytes = 4;
/**
 * An address is the number of the first unit times this, plus the number of units. A reader then fetches all
 * units at once and does not wait for the length at their beginning. 0 units means 64 or more: the length is
 * read from the block.
 */
const addressStep = 64;
const mostUnits = 2 ** 32 / addressStep - 1;
/** 4 MB: the size below which free places do not matter. */
const smallUnits = 32 * 1024;

/** Builds an empty memory of at most 8 GB. Throws a RangeError when it is full, and for a block of 32 MB or more. */
export function createBlocks(): Blocks {
  const slabs: Buffer[] = [];
  const free = new Map<number, number[]>();
  let freeUnits = 0;
  /** The first unit that was never used, counted over all slabs. Unit 0 stays free, because 0 is not an address. */
  let next = 1;

  const slabOf = (address: number) =>
    slabs[Math.trunc(address / (addressStep * unitsPerSlab))] as Buffer;
  const offsetOf = (address: number) =>
    (Math.trunc(address / addressStep) % unitsPerSlab) * unitBytes;
  const unitsOf = (bytes: number) => Math.ceil((lengthBytes + bytes) / unitBytes);

  function place(units: number): number {
    const again = free.get(units)?.pop();
    if (again !== undefined) {
      freeUnits -= units;
      return again;
    }
    if (next + units > slabs.length * unitsPerSlab) {
      next = Math.max(1, slabs.length * unitsPerSlab);
      if (next + unitsPerSlab > mostUnits) throw new RangeError('More than 8 GB of answers');
      slabs.push(Buffer.allocUnsafeSlow(slabBytes));
    }
    next += units;
    return (next - units) * addressStep + (units < addressStep ? units : 0);
  }

  return {
    put(head, body) {
      const bytes = head.length + body.length;
      if (bytes > slabBytes - unitBytes) throw new RangeError(`A block of ${bytes} bytes`);
      const address = place(unitsOf(bytes));
      const slab = slabOf(address);
      const start = slab.writeUInt32LE(bytes, offsetOf(address));
      slab.write(head, start, 'latin1');
      slab.set(body, start + head.length);
      return address;
    },
    read(address) {
      const slab = slabOf(address);
      const start = offsetOf(address);
      const units = address % addressStep;
      if (units === 0) {
        const from = start + lengthBytes;
        return slab.toString('latin1', from, from + slab.readUInt32LE(start));
      }
      const text = slab.toString('latin1', start, start + units * unitBytes);
      // The block is shorter than 64 units of 128 bytes, so two bytes of the length are enough.
      const length = text.charCodeAt(0) + text.charCodeAt(1) * 256;
      return text.slice(lengthBytes, lengthBytes + length);
    },
    bytes(address) {
      const slab = slabOf(address);
      const start = offsetOf(address) + lengthBytes;
      return Buffer.from(slab.subarray(start, start + slab.readUInt32LE(start - lengthBytes)));
    },
    release(address) {
      const units = unitsOf(slabOf(address).readUInt32LE(offsetOf(address)));
      const same = free.get(units);
      if (same) same.push(address);
      else free.set(units, [address]);
      freeUnits += units;
    },
    isWasteful: () => next > smallUnits && freeUnits > next / 2,
  };
}
