import { Transform } from 'node:stream';

/** Passes bytes on, and fails when there are more than `most`. */
export function createByteLimit(most: number, refusal: () => Error): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      if (bytes > most) done(refusal());
      else done(null, chunk);
    },
  });
}
