import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { askAll } from './answers.ts';
import { type Child, start } from './processes.ts';

/** Answers whose bytes are compared before anything is measured. */
const compared = 200;

/** Starts the bare server that answers what the real one on this port answers, and compares the two. */
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
  await mustAnswerAlike(port, realPort, requestsFile);
  return { ...child, port };
}

/** Throws unless two servers answer the first of the requests with the same bytes, but for the date. */
async function mustAnswerAlike(one: number, other: number, requestsFile: string): Promise<void> {
  const lines = readFileSync(requestsFile, 'utf8').trimEnd().split('\n', compared);
  const answers = async (port: number) => {
    const heard: string[] = [];
    await askAll(port, lines, (_line, head, body) => {
      heard.push(head.replace(/\r\nDate: [^\r]+/, '') + body);
    });
    return heard;
  };
  const [left, right] = [await answers(one), await answers(other)];
  const different = left.findIndex((answer, index) => answer !== right[index]);
  if (different === -1) return;
  throw new Error(`The bare server answers otherwise:\n${left[different]}\n${right[different]}`);
}
