import { fileURLToPath } from 'node:url';
import { answersOf } from '../clients/answers.ts';
import { type Child, start } from './processes.ts';

/** Starts a bare server that sends the real server's answer to this request, and checks that both send the same bytes. */
export async function startBareServer(
  realPort: number,
  line: string,
): Promise<Child & { port: number }> {
  const file = fileURLToPath(new URL('bare-server.ts', import.meta.url));
  const child = start(process.execPath, [file, String(realPort), line], { core: 'server' });
  const port = await new Promise<number>((resolve, reject) => {
    child.process.once('message', (message) => resolve((message as { port: number }).port));
    child.ended.then((code) => reject(new Error(`The bare server ended with ${code}`)), reject);
  });
  await assertSameAnswer(port, realPort, line);
  return { ...child, port };
}

/** Throws unless two servers answer a request with the same bytes, except the date. */
async function assertSameAnswer(one: number, other: number, line: string): Promise<void> {
  const textFrom = async (port: number) => {
    const [answer] = await answersOf(port, [line]);
    return `${answer?.head.replace(/\r\nDate: [^\r]+/, '')}${answer?.body}`;
  };
  const [left, right] = [await textFrom(one), await textFrom(other)];
  if (left !== right) throw new Error(`The answer of the bare server differs:\n${left}\n${right}`);
}
