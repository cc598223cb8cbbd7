const pieceLength = 64 * 1024;
const utf8 = new TextEncoder();

/**
 * Joins the pieces of a text to large ones in UTF-8, because each costs the serving thread a message. The next one is made
 * while the last one is sent.
 */
export async function* inLargePieces(
  text: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const joined = join(text);
  let next = joined.next();
  try {
    for (let { done, value } = await next; !done; { done, value } = await next) {
      next = joined.next();
      // Whoever asks for the next piece gets its error. Nobody may.
      next.catch(() => {});
      yield value as Uint8Array;
    }
  } finally {
    await joined.return(undefined);
  }
}

async function* join(text: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting = '';
  for await (const piece of text) {
    waiting += piece;
    if (waiting.length < pieceLength) continue;
    yield utf8.encode(waiting);
    waiting = '';
  }
  if (waiting) yield utf8.encode(waiting);
}
