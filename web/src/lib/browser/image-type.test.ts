import { expect, test } from 'vitest';
import { withTypeOfContent } from './image-type.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

test.each([
  ['image/png', '\x89PNG\r\n\x1a\n....'],
  ['image/jpeg', '\xff\xd8\xff\xe0....'],
  ['image/gif', 'GIF89a....'],
  ['image/webp', 'RIFF\x01\x02\x03\x04WEBPVP8L'],
  ['image/avif', '\0\0\0\x1cftypavif'],
  ['image/avif', '\0\0\0\x1cftypavis'],
  ['', 'BM......'],
  ['', '<svg xmlns='],
  ['', ''],
  ['', '\x89PN'],
])('finds the type %j of %j', async (type, content) => {
  const file = await withTypeOfContent(new File([bytes(content)], 'a', { type: 'text/plain' }));
  expect(file.type).toBe(type);
  expect(file.name).toBe('a');
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes(content));
});
