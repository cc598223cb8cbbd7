/** The maximum number of bytes of an answer. A real answer has a few hundred. */
const longestAnswer = 64 * 1024;

/** Returns the text of an answer; throws when it is too long. */
async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  // Leaving the loop early closes the connection.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > longestAnswer) throw new Error('its answer is too long');
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

/**
 * Asks an outside service for JSON, over connections that stay open. Throws an Error that says why there is no answer;
 * it never contains the URL, which has a key in it.
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

/** Returns the reason of a failure, without the URL. */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string } };
  if (name === 'TimeoutError' || name === 'AbortError') return 'it did not answer in time';
  return cause?.code ?? (message === 'its answer is too long' ? message : 'the connection failed');
}
