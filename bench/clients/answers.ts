import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A keep-alive connection that sends texts and receives whole answers, with as little work as Node allows. */
export type Connection = { socket: Socket; send(request: string): void };

/* A file of requests has one request per line: a path, then its headers (`Name: value`), separated by tabs. */

/** Returns the path of a line. */
export const pathOfLine = (line: string): string => line.split('\t', 1)[0] as string;

/** Returns the text of a line's GET request. */
export function getRequest(line: string): string {
  const [path, ...headers] = line.split('\t');
  return [`GET ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, '', ''].join('\r\n');
}

/** Opens a connection; `onAnswer` gets the head and the body of each answer, as latin1 text. */
export async function openConnection(
  port: number,
  onAnswer: (head: string, body: string) => void,
): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let rest = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    const text = rest + chunk;
    let begin = 0;
    for (;;) {
      const bodyBegin = text.indexOf('\r\n\r\n', begin) + 4;
      if (bodyBegin < 4) break;
      const end = bodyBegin + bodyLength(text, begin);
      if (end > text.length) break;
      onAnswer(text.slice(begin, bodyBegin - 2), text.slice(bodyBegin, end));
      begin = end;
    }
    rest = text.slice(begin);
  });
  return { socket, send: (request) => void socket.write(request, 'latin1') };
}

const batchSize = 64;

/** Sends the requests of all lines in pipelined batches; `onAnswer` gets the answers in the order of the lines. */
export async function requestAll(
  port: number,
  lines: string[],
  onAnswer: (line: string, head: string, body: string) => void,
): Promise<void> {
  let received = 0;
  let batchIsReceived = () => {};
  const { socket, send } = await openConnection(port, (head, body) => {
    onAnswer(lines[received] as string, head, body);
    received += 1;
    if (received % batchSize === 0 || received === lines.length) batchIsReceived();
  });
  for (let sent = 0; sent < lines.length; sent += batchSize) {
    const { promise, resolve } = Promise.withResolvers<void>();
    batchIsReceived = resolve;
    const batch = lines.slice(sent, sent + batchSize);
    send(batch.map(getRequest).join(''));
    await promise;
  }
  socket.destroy();
}

const lengthName = 'Content-Length: ';
const notModified = 'HTTP/1.1 304';

function bodyLength(text: string, begin: number): number {
  if (text.startsWith(notModified, begin)) return 0;
  const at = text.indexOf(lengthName, begin);
  if (at === -1)
    throw new Error(`An answer without ${lengthName}${text.slice(begin, begin + 200)}`);
  return Number.parseInt(text.slice(at + lengthName.length, at + lengthName.length + 12), 10);
}

/** An answer, and the line of its request. */
export type Answered = { line: string; head: string; body: string };

/** Returns the answers of a server to these requests. */
export async function answersOf(port: number, lines: string[]): Promise<Answered[]> {
  const answers: Answered[] = [];
  await requestAll(port, lines, (line, head, body) => void answers.push({ line, head, body }));
  return answers;
}

/** Returns the number of bytes that are sent for an answer. */
export const bytesOf = ({ head, body }: Answered): number => head.length + 2 + body.length;
