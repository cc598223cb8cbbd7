import { OutsideFault } from './outside-fault.ts';

/** A request, as openid-client makes it. */
type Asked = {
  method?: string;
  headers?: Record<string, string>;
  body?: RequestInit['body'] | undefined;
  signal?: AbortSignal;
};

/** Answers without a body (Fetch, "null body status"). */
const withoutBody: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

/** Returns the body of an answer; OutsideFault when it has more than `most` bytes, which are not read then. */
async function bodyOf(answer: Response, most: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!answer.body || withoutBody.has(answer.status)) return null;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body) {
    bytes += chunk.length;
    // Leaving the loop ends the connection.
    if (bytes > most)
      throw new OutsideFault(`${new URL(answer.url).host} sent too large an answer`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/**
 * Builds a `fetch` for a server that the settings name. It reads the whole answer, of at most `most` bytes, follows no redirect, and
 * ends with `signal` at the latest.
 */
export const boundedFetch =
  (signal: AbortSignal, most: number) =>
  async (url: string, options: Asked = {}): Promise<Response> => {
    const { signal: own, body: sent, ...others } = options;
    const ends = own ? AbortSignal.any([own, signal]) : signal;
    const asked = { ...others, redirect: 'manual', signal: ends } as const;
    const answer = await fetch(url, sent == null ? asked : { ...asked, body: sent });
    const { status, statusText, headers } = answer;
    const body = await bodyOf(answer, most);
    return new Response(body, { status, statusText, headers: withoutCoding(headers) });
  };

/** The body is unpacked by now, and has another length. */
function withoutCoding(headers: Headers): Headers {
  const kept = new Headers(headers);
  kept.delete('content-encoding');
  kept.delete('content-length');
  return kept;
}
