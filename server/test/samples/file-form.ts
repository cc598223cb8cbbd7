/** A file of a form, and how a client calls it. */
export type FormFile = { content: string | Buffer; name?: string };

/**
 * Returns a multipart form with a file as the last part, or as the first one, and the headers of its request. `part` is the name
 * of its field.
 */
export function fileForm(
  bearer: string,
  file: FormFile | null,
  fields: Record<string, string> = {},
  { fileFirst = false, part: name = 'file' } = {},
) {
  const part = (head: string, content: string | Buffer) =>
    Buffer.concat([
      Buffer.from(`--edge\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(content as string),
      Buffer.from('\r\n'),
    ]);
  const texts = Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value));
  const files = file
    ? [part(`name="${name}"; filename="${file.name ?? 'apps.csv'}"`, file.content)]
    : [];
  const parts = fileFirst ? [...files, ...texts] : [...texts, ...files];
  return {
    payload: Buffer.concat([...parts, Buffer.from('--edge--\r\n')]),
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'multipart/form-data; boundary=edge',
    },
  };
}
