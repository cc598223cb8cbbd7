/** Recognises image types by the first bytes, given as text with one character per byte (WHATWG MIME Sniffing, 6.1). */
const kinds: Record<string, (head: string) => boolean> = {
  'image/png': (head) => head.startsWith('\x89PNG\r\n\x1a\n'),
  'image/jpeg': (head) => head.startsWith('\xff\xd8\xff'),
  'image/gif': (head) => head.startsWith('GIF8'),
  'image/webp': (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8),
  'image/avif': (head) => head.startsWith('ftypavif', 4) || head.startsWith('ftypavis', 4),
};

/**
 * Returns the file with the media type that its content has, '' when it is no known image. An operating system takes
 * the type from the file's extension, which may be wrong or missing.
 */
export async function withTypeOfContent(file: File): Promise<File> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 16).arrayBuffer()));
  const type = Object.keys(kinds).find((kind) => kinds[kind]?.(head)) ?? '';
  return type === file.type ? file : new File([file], file.name, { type });
}
