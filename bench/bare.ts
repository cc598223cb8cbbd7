import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { requestAll } from './answers.ts';
import { type Child, start } from './processes.ts';

/** The number of answers whose bytes are compared before the measurement. */
const compared = 200;

/** Starts a bare server with the answers of the real server on this port, and checks that both send the same bytes. */
export async function startBareServer(
  realPort: number,
  requestsFile: string,
): Promise<Child & { port: number }> {
  const file = fileURLToPath(new URL('bare-server.ts', import.meta.url));
  const child = start(process.execPath, [file, String(realPort), requestsFile], { core: 'server' });
  const port = await new Promise<number>((resolve, reject) => {
    child.process.once('message', (message) => resolve((message as { port: number }).port));
    child.ended.then((code) => reject(new Error(`The bare server ended with ${code}`)), reject);
  });
  await assertSameAnswers(port, realPort, requestsFile);
  return { ...child, port };
}

/** Throws unless two servers answer the first requests with the same bytes, except the date. */
async function assertSameAnswers(one: number, other: number, requestsFile: string): Promise<void> {
  const lines = readFileSync(requestsFile, 'utf8').trimEnd().split('\n', compared);
  const answers = async (port: number) => {
    const received: string[] = [];
    await requestAll(port, lines, (_line, head, body) => {
      received.push(head.replace(/\r\nDate: [^\r]+/, '') + body);
    });
    return received;
  };
  const [left, right] = [await answers(one), await answers(other)];
  const different = left.findIndex((answer, index) => answer !== right[index]);
  if (different === -1) return;
  throw new Error(
    `The answers of the bare server differ:\n${left[different]}\n${right[different]}`,
  );
}
