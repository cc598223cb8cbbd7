import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A keep-alive connection that sends what it is given and hears whole answers, as cheaply as Node can. */
export type Connection = { socket: Socket; ask(request: string): void };

/** The text of a GET request. */
export const getRequest = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;

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

const lengthName = 'Content-Length: ';

function bodyLength(text: string, begin: number): number {
  const at = text.indexOf(lengthName, begin);
  if (at === -1)
    throw new Error(`An answer without ${lengthName}${text.slice(begin, begin + 200)}`);
  return Number.parseInt(text.slice(at + lengthName.length, at + lengthName.length + 12), 10);
}
