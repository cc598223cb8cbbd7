/** Most bytes of an answer that are read: a real one has a few hundred. */
const longestAnswer = 64 * 1024;

/** The text of an answer; throws when there is more of it than anybody needs. */
async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  // Leaving the loop early gives the connection up.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > longestAnswer) throw new Error('its answer is too long');
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

/**
 * Asks an outside service for JSON, over connections that are kept; throws an Error whose message says why
 * there is no answer and never names the URL, which holds a key.
 */
export async function askJson(
  url: URL,
  { signal, headers = {} }: { signal: AbortSignal; headers?: Record<string, string> },
): Promise<unknown> {
  let text: string;
  let status: number;
  try {
    const response = await fetch(url, { headers, signal, redirect: 'manual' });
    status = response.status;
    text = await textOf(response);
  } catch (error) {
    throw new Error(reasonOf(error));
  }
  if (status !== 200) throw new Error(`HTTP ${status}`);
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('its answer is no JSON');
  }
}

/** What went wrong, without the URL. */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string } };
  if (name === 'TimeoutError' || name === 'AbortError') return 'it did not answer in time';
  return cause?.code ?? (message === 'its answer is too long' ? message : 'the connection failed');
}
