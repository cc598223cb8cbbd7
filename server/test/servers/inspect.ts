import { setTimeout as pause } from 'node:timers/promises';

/** Opens Node's debugger in a process whose Node has `--inspect-port=0`, and runs code there; does not wait for its end. */
export async function runIn(pid: number, output: () => string, code: string): Promise<void> {
  const from = output().length;
  process.kill(pid, 'SIGUSR1');
  let address = '';
  while (!address) {
    [address = ''] = /ws:\/\/\S+/.exec(output().slice(from)) ?? [];
    await pause(20);
  }
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  const params = { expression: code };
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }));
  // The code may hold the process up for ever, so nobody waits for an answer.
  await pause(200);
}
