/** Yields the data of each event of a stream, as it comes; ends with the stream. */
export async function* eventsOf<Data>({ body }: Response): AsyncGenerator<Data> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of body as ReadableStream<Uint8Array>) {
    const events = (text + decoder.decode(part, { stream: true })).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) yield JSON.parse(event.replace(/^data: /, ''));
  }
}
