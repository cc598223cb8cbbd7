import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A keep-alive connection that sends what it is given and hears whole answers, as cheaply as Node can. */
export type Connection = { socket: Socket; ask(request: string): void };

/*
 * A line of a file of requests: a path, and headers behind it where there are any (`Name: value`), with
 * tabs between.
 */

/** The path of a line. */
export const pathOfLine = (line: string): string => line.split('\t', 1)[0] as string;

/** The text of a line's GET request. */
export function getRequest(line: string): string {
  const [path, ...headers] = line.split('\t');
  return [`GET ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, '', ''].join('\r\n');
}

/** Opens a connection; `onAnswer` gets each answer's head and its body, both bytes as latin1 text. */
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
  return { socket, ask: (request) => void socket.write(request, 'latin1') };
}

const together = 64;

/** Asks for every line, some at a time, and hands on each answer, which come in the order of the questions. */
export async function askAll(
  port: number,
  lines: string[],
  onAnswer: (line: string, head: string, body: string) => void,
): Promise<void> {
  let heard = 0;
  let batchIsHeard = () => {};
  const { socket, ask } = await openConnection(port, (head, body) => {
    onAnswer(lines[heard] as string, head, body);
    heard += 1;
    if (heard % together === 0 || heard === lines.length) batchIsHeard();
  });
  for (let asked = 0; asked < lines.length; asked += together) {
    const { promise, resolve } = Promise.withResolvers<void>();
    batchIsHeard = resolve;
    const batch = lines.slice(asked, asked + together);
    ask(batch.map(getRequest).join(''));
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
