type Sent = {
  method: string;
  headers: Record<string, string>;
  body: FormData;
  signal: AbortSignal;
};

/**
 * Sends a form with a file, like `fetch`, and calls `onSent` with the part that was sent, from 0 to 1. `fetch` does not
 * say how much it has sent.
 */
export function sendForm(
  url: string,
  { method, headers, body, signal }: Sent,
  onSent: (part: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open(method, url);
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
    call.responseType = 'blob';
    call.upload.onprogress = ({ loaded, total }) => onSent(total === 0 ? 1 : loaded / total);
    call.onload = () => resolve(new Response(call.response, { status: call.status }));
    call.onerror = () => reject(new TypeError('The connection broke'));
    call.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => call.abort());
    call.send(body);
  });
}
