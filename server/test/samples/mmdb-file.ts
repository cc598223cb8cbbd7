import { isIPv4 } from 'node:net';

/* Makes a country database for tests, in the MaxMind DB format 2.0. */

type Value = string | number | Value[] | { [name: string]: Value };

const marker = Buffer.from('ABCDEF4D61784D696E642E636F6D', 'hex');
const separator = Buffer.alloc(16);

function head(type: number, size: number): Buffer {
  const sizes = size < 29 ? [size] : [29, size - 29];
  const [first = 0, ...rest] = sizes;
  return type < 8
    ? Buffer.from([(type << 5) | first, ...rest])
    : Buffer.from([first, type - 7, ...rest]);
}

function encode(value: Value): Buffer {
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([head(6, 4), bytes]);
  }
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([head(2, bytes.length), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([head(11, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([
    head(7, entries.length),
    ...entries.flatMap(([name, content]) => [encode(name), encode(content)]),
  ]);
}

/** Returns the bits of an IPv4 address, or of the first four groups of an IPv6 one (`2001:db8::`). */
function bitsOf(address: string): string {
  if (isIPv4(address)) {
    const bytes = address.split('.').map((byte) => Number(byte).toString(2).padStart(8, '0'));
    return '0'.repeat(96) + bytes.join('');
  }
  const groups = (address.split('::')[0] ?? '').split(':');
  return groups.map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0')).join('');
}

/** Bytes of a database with a record for each network, such as `{'8.0.0.0/8': {country_code: 'US'}}`. */
export function mmdbFile(records: Record<string, Value>, builtAt = '2026-01-02'): Buffer {
  type Node = { sides: (Node | number | null)[]; place: number };
  const nodes: Node[] = [];
  const newNode = (): Node => {
    const node: Node = { sides: [null, null], place: nodes.length };
    nodes.push(node);
    return node;
  };
  const root = newNode();
  let data = Buffer.alloc(0);
  for (const [network, record] of Object.entries(records)) {
    const [address = '', prefix = ''] = network.split('/');
    const bits = bitsOf(address).slice(0, Number(prefix) + (isIPv4(address) ? 96 : 0));
    let node = root;
    for (const bit of bits.slice(0, -1)) {
      const next = node.sides[Number(bit)];
      const child = next && typeof next === 'object' ? next : newNode();
      node.sides[Number(bit)] = child;
      node = child;
    }
    node.sides[Number(bits.at(-1))] = data.length;
    data = Buffer.concat([data, encode(record)]);
  }
  const tree = Buffer.alloc(nodes.length * 6);
  const recordOf = (side: Node | number | null | undefined) => {
    if (side === null || side === undefined) return nodes.length;
    return typeof side === 'number' ? nodes.length + separator.length + side : side.place;
  };
  for (const { sides, place } of nodes) {
    tree.writeUIntBE(recordOf(sides[0]), place * 6, 3);
    tree.writeUIntBE(recordOf(sides[1]), place * 6 + 3, 3);
  }
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: Date.parse(builtAt) / 1000,
    database_type: 'test',
    description: { en: 'test' },
    ip_version: 6,
    languages: ['en'],
    node_count: nodes.length,
    record_size: 24,
  });
  return Buffer.concat([tree, separator, data, marker, metadata]);
}
