import { createSocket } from 'node:dgram';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The answer for each name: its addresses, or none at all (`silent`). For all other names: "does not exist". */
export type Names = Record<string, string[] | 'silent'>;

/** Reads the name in a question (RFC 1035, 4.1.2), and the type that is asked for. */
function questionOf(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let place = 12;
  while (message[place]) {
    const length = message[place] ?? 0;
    labels.push(message.subarray(place + 1, place + 1 + length).toString());
    place += length + 1;
  }
  return { name: labels.join('.'), type: message.readUInt16BE(place + 1), end: place + 5 };
}

/** Opens a DNS server that knows some names, on a port of its own. */
export async function openDnsServer(names: Names) {
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const { name, type, end } = questionOf(message);
    const known = names[name];
    if (known === 'silent') return;
    const family = { 1: 4, 28: 6 }[type];
    const found = (known ?? []).filter((address) => isIP(address) === family);
    const head = Buffer.from(message.subarray(0, 12));
    head.writeUInt16BE(known ? 0x8180 : 0x8183, 2);
    for (const [place, count] of [1, found.length, 0, 0].entries()) {
      head.writeUInt16BE(count, 4 + place * 2);
    }
    const records = found.map((address) => {
      const bytes = Buffer.from(ipaddr.parse(address).toByteArray());
      // A pointer to the name, the type, the internet, a time to live of 0, the length.
      const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]);
      return Buffer.concat([record, bytes]);
    });
    socket.send(
      Buffer.concat([head, message.subarray(12, end), ...records]),
      from.port,
      from.address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: () => new Promise<void>((resolve) => socket.close(resolve)),
  };
}
