/** The first bytes of each kind of image, as text of one character a byte (WHATWG MIME Sniffing, section 6.1). */
const kinds: Record<string, (head: string) => boolean> = {
  'image/png': (head) => head.startsWith('\x89PNG\r\n\x1a\n'),
  'image/jpeg': (head) => head.startsWith('\xff\xd8\xff'),
  'image/gif': (head) => head.startsWith('GIF8'),
  'image/webp': (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8),
  'image/avif': (head) => head.startsWith('ftypavif', 4) || head.startsWith('ftypavis', 4),
};

/**
 * The file under the type that its first bytes have, '' for no image that is known here. Systems name types by
 * the file's ending, wrongly for a renamed file and not at all for one without an ending.
 */
export async function withTypeOfContent(file: File): Promise<File> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 16).arrayBuffer()));
  const type = Object.keys(kinds).find((kind) => kinds[kind]?.(head)) ?? '';
  return type === file.type ? file : new File([file], file.name, { type });
}
