/**
 * Blocks of bytes by address, in a few large pieces of memory outside of JavaScript's heap: nothing for the
 * garbage collector to walk, and one place to fetch per app, where a Buffer, its ArrayBuffer and strings
 * would be five, each a cache miss in the middle of 100,000 apps (README).
 */
export type Blocks = {
  /** Keeps `head` (Latin-1) and `body` behind it and answers their address. */
  put(head: string, body: Uint8Array): number;
  /** Head and body, a copy, one character per byte: what `end(text, 'latin1')` sends as it was kept. */
  read(address: number): string;
  /** Head and body, a copy. */
  bytes(address: number): Buffer;
  byteAt(address: number, index: number): number;
  /** Whether a block has the bytes of this Latin-1 text at `index`. */
  hasAt(address: number, index: number, text: string): boolean;
  /** Lets the place be used again; the address must not be read any more. */
  release(address: number): void;
  /** Whether more than half of the memory is free places that nothing fitted into. */
  isWasteful(): boolean;
};

const slabBytes = 4 * 1024 * 1024;
/** Places are whole units, so that a released one fits the next block of about its length. */
const unitBytes = 128;
const unitsPerSlab = slabBytes / unitBytes;
const lengthBytes = 4;

/** Builds an empty memory; a block of 4 MB or more is a RangeError. */
export function createBlocks(): Blocks {
  const slabs: Buffer[] = [];
  const free = new Map<number, number[]>();
  let freeUnits = 0;
  /** The first unit that was never used; it counts on over all slabs. */
  let next = 0;

  const slabOf = (address: number) => slabs[Math.trunc(address / unitsPerSlab)] as Buffer;
  const offsetOf = (address: number) => (address % unitsPerSlab) * unitBytes;
  const unitsOf = (bytes: number) => Math.ceil((lengthBytes + bytes) / unitBytes);

  function place(units: number): number {
    const again = free.get(units)?.pop();
    if (again !== undefined) {
      freeUnits -= units;
      return again;
    }
    if (next + units > slabs.length * unitsPerSlab) {
      next = slabs.length * unitsPerSlab;
      slabs.push(Buffer.allocUnsafeSlow(slabBytes));
    }
    next += units;
    return next - units;
  }

  return {
    put(head, body) {
      const bytes = head.length + body.length;
      if (bytes > slabBytes - lengthBytes) throw new RangeError(`A block of ${bytes} bytes`);
      const address = place(unitsOf(bytes));
      const slab = slabOf(address);
      const start = slab.writeUInt32LE(bytes, offsetOf(address));
      slab.write(head, start, 'latin1');
      slab.set(body, start + head.length);
      return address;
    },
    read(address) {
      const slab = slabOf(address);
      const start = offsetOf(address) + lengthBytes;
      return slab.toString('latin1', start, start + slab.readUInt32LE(start - lengthBytes));
    },
    bytes(address) {
      const slab = slabOf(address);
      const start = offsetOf(address) + lengthBytes;
      return Buffer.from(slab.subarray(start, start + slab.readUInt32LE(start - lengthBytes)));
    },
    byteAt: (address, index) => slabOf(address)[offsetOf(address) + lengthBytes + index] as number,
    hasAt(address, index, text) {
      const slab = slabOf(address);
      const start = offsetOf(address) + lengthBytes + index;
      for (let at = 0; at < text.length; at += 1) {
        if (slab[start + at] !== text.charCodeAt(at)) return false;
      }
      return true;
    },
    release(address) {
      const units = unitsOf(slabOf(address).readUInt32LE(offsetOf(address)));
      const same = free.get(units);
      if (same) same.push(address);
      else free.set(units, [address]);
      freeUnits += units;
    },
    isWasteful: () => next > unitsPerSlab && freeUnits > next / 2,
  };
}
