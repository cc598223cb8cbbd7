/**
 * Blocks of bytes by address, in a few large pieces of memory outside of JavaScript's heap: nothing for the
 * garbage collector to walk, and one place to fetch per app, where a Buffer, its ArrayBuffer and strings
 * would be five, each a cache miss in the middle of 100,000 apps (README).
 */
export type Blocks = {
  /** Keeps `head` (Latin-1) and `body` behind it and answers their address, from 1 to 2 ** 32 - 2. */
  put(head: string, body: Uint8Array): number;
  /** Head and body, a copy, one character per byte: what `end(text, 'latin1')` sends as it was kept. */
  read(address: number): string;
  /** The beginning of that, at most `beginningLength` characters: one place of memory to fetch. */
  beginning(address: number): string;
  /** Head and body, a copy. */
  bytes(address: number): Buffer;
  /** Lets the place be used again; the address must not be read any more. */
  release(address: number): void;
  /** Whether more than half of the memory is free places that nothing fitted into. */
  isWasteful(): boolean;
};

/** Large, because the system gives large pages for whole 2 MB in one piece; what no block fills is not there (ADR 15). */
const slabBytes = 32 * 1024 * 1024;
/** Places are whole units, so that a released one fits the next block of about its length. */
const unitBytes = 128;
const unitsPerSlab = slabBytes / unitBytes;
const lengthBytes = 4;
export const beginningLength = unitBytes - lengthBytes;
/**
 * An address is the first unit times this, plus how many there are: a reader fetches all of them at once and
 * does not wait for the length at their beginning. 0 are more than fit.
 */
const addressStep = 64;
const mostUnits = 2 ** 32 / addressStep - 1;
/** 4 MB, of which it does not matter how much lies idle. */
const smallUnits = 32 * 1024;

/** Builds an empty memory of at most 8 GB; what does not fit, and a block of 32 MB or more, is a RangeError. */
export function createBlocks(): Blocks {
  const slabs: Buffer[] = [];
  const free = new Map<number, number[]>();
  let freeUnits = 0;
  /** The first unit that was never used; it counts on over all slabs. The very first stays free: 0 is no address. */
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
      // Shorter than 64 units of 128 bytes: two bytes of the length are enough.
      const length = text.charCodeAt(0) + text.charCodeAt(1) * 256;
      return text.slice(lengthBytes, lengthBytes + length);
    },
    beginning(address) {
      const start = offsetOf(address) + lengthBytes;
      return slabOf(address).toString('latin1', start, start + beginningLength);
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
