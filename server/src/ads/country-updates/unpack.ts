import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { createByteLimit } from './byte-limit.ts';

/** The place in a tar archive that names its format. */
const tarMark = { at: 257, text: 'ustar' };

/**
 * Returns the path of the database in a downloaded file: the file itself, or the file packed in it (.gz, .tar, .tar.gz). Its
 * bytes decide, not its name. Unpacks beside it, at most `most` bytes. Throws a one-line Error.
 */
export async function unpackDatabase(file: string, most: number): Promise<string> {
  const head = await headOf(file);
  if (head.length === 0) throw new Error('it is empty');
  if (/^\s*</.test(head.toString('latin1'))) throw new Error('it is a page (HTML), no database');
  if (head[0] === 0x1f && head[1] === 0x8b) return unpackDatabase(await gunzip(file, most), most);
  const mark = head.subarray(tarMark.at, tarMark.at + tarMark.text.length).toString('latin1');
  return mark === tarMark.text ? untar(file) : file;
}

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function gunzip(file: string, most: number): Promise<string> {
  const unpacked = `${file}.unpacked`;
  try {
    await pipeline(
      createReadStream(file),
      createGunzip(),
      createByteLimit(most, () => new Error(`it unpacks to more than ${most / 1e6} MB`)),
      createWriteStream(unpacked, { flags: 'wx' }),
    );
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw /^Z_/.test(code) ? new Error(`it is damaged or cut off (${message})`) : error;
  }
  return unpacked;
}

/** Takes the one `.mmdb` file out of an archive. */
async function untar(file: string): Promise<string> {
  const folder = join(dirname(file), 'archive');
  await mkdir(folder);
  let number = 0;
  try {
    await pipeline(
      createReadStream(file),
      unpackTar(folder, {
        strict: true,
        filter: ({ name, type }) => type === 'file' && name.endsWith('.mmdb'),
        // The file gets this name and mode, whatever name and owner it has in the archive.
        map: (header) => ({ ...header, name: `${number++}.mmdb`, mode: 0o644 }),
      }),
    );
  } catch (error) {
    throw new Error(`its archive is damaged or cut off (${(error as Error).message})`);
  }
  const names = await readdir(folder);
  const [first = ''] = names;
  if (names.length !== 1) throw new Error(`its archive has ${names.length} .mmdb files, not one`);
  return join(folder, first);
}
