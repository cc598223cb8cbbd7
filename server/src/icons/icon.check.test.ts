import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp, { type Color } from 'sharp';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../kit/ids.ts';
import { createIconCheck } from './icon.check.ts';

const checkIcon = createIconCheck(async () => false);

const plain = (width: number, height: number, background: Color = '#2266aa') =>
  sharp({ create: { width, height, channels: 4, background } });

/** Returns the colours of a decoded icon at a point, 0 to 255. */
async function pixel(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const start = (y * info.width + x) * info.channels;
  return [...data.subarray(start, start + info.channels)];
}

/** Builds a black PNG with one bit per pixel, made by hand because an encoder needs 10 s for a large one. */
function blackPng(edge: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  header[8] = 1;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(edge * (edge / 8 + 1)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An animation with two frames, black and white. */
const twoFrames = sharp(
  Buffer.concat([Buffer.alloc(32 * 32 * 3), Buffer.alloc(32 * 32 * 3, 255)]),
  {
    raw: { width: 32, height: 64, channels: 3, pageHeight: 32 },
  },
);

const refusalOf = (upload: Buffer) =>
  checkIcon(upload).then(
    () => 'accepted',
    (error) => `${error.code} ${error.fields[0]?.field}: ${error.message}`,
  );

const wrongKind = 'invalid icon: Icon must be a PNG, JPEG, WebP, GIF or AVIF image';
const damaged = 'invalid icon: Icon is damaged or incomplete';
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>');

describe('checkIcon', () => {
  it.each([
    ['PNG', () => plain(512, 512).png()],
    ['JPEG', () => plain(300, 200).jpeg()],
    ['CMYK JPEG', () => plain(300, 200).toColourspace('cmyk').jpeg()],
    ['WebP', () => plain(16, 16).webp()],
    ['GIF', () => plain(64, 64).gif()],
    ['AVIF', () => plain(64, 64).avif()],
    ['PNG of one pixel', () => plain(1, 1).png()],
    ['16-bit PNG', () => plain(64, 64).toColourspace('rgb16').png()],
    ['PNG of 4096 × 4096 pixels', () => plain(4096, 4096).png()],
  ])('makes a %s a square WebP without metadata', async (_, image) => {
    const { hash, bytes } = await checkIcon(await image().toBuffer());
    const { format, width, height, exif, icc, orientation } = await sharp(bytes).metadata();
    expect({ format, width, height, exif, icc, orientation }).toEqual({
      format: 'webp',
      width: 256,
      height: 256,
    });
    expect(hash).toBe(sha256(bytes));
  });

  it('gives the same icon the same hash', async () => {
    const upload = await plain(100, 100).png().toBuffer();
    expect(await checkIcon(upload)).toEqual(await checkIcon(upload));
  });

  it('keeps what is transparent', async () => {
    const upload = await plain(64, 64, { r: 255, g: 0, b: 0, alpha: 0 }).png().toBuffer();
    const { bytes } = await checkIcon(upload);
    expect((await pixel(bytes, 128, 128)).at(3)).toBe(0);
  });

  it('takes the first frame of an animation', async () => {
    const uploads = [
      twoFrames.clone().gif({ delay: [9, 9] }),
      twoFrames.clone().webp({ delay: [9, 9] }),
    ];
    for (const upload of uploads) {
      const { bytes } = await checkIcon(await upload.toBuffer());
      expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1);
      expect(Math.max(...(await pixel(bytes, 128, 128)).slice(0, 3))).toBeLessThan(20);
    }
  });

  it('rotates a photo by its orientation', async () => {
    const black = await plain(32, 64, '#000').png().toBuffer();
    const leftIsBlack = plain(64, 64, '#fff').composite([{ input: black, left: 0, top: 0 }]);
    const upload = await leftIsBlack.withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { bytes } = await checkIcon(upload);
    const [top = 255] = await pixel(bytes, 128, 20);
    const [bottom = 0] = await pixel(bytes, 128, 236);
    expect([top < 50, bottom > 200]).toEqual([true, true]);
  });

  it.each([
    ['an SVG', () => svg],
    ['a compressed SVG', () => gzipSync(svg)],
    ['a TIFF', () => plain(64, 64).tiff().toBuffer()],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\n')],
    ['a renamed executable', () => Buffer.from(`MZ\u0090\0\u0003${'\0'.repeat(4000)}`, 'latin1')],
    ['nothing', () => Buffer.alloc(0)],
    ['a PNG signature alone', () => Buffer.from('89504e470d0a1a0a', 'hex')],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ])('refuses %s', async (_, upload) => {
    expect(await refusalOf(await upload())).toBe(wrongKind);
  });

  it.each([
    ['PNG', () => plain(64, 64).png()],
    ['JPEG', () => plain(640, 640).jpeg()],
  ])('refuses a truncated %s', async (_, image) => {
    const whole = await image().toBuffer();
    expect(await refusalOf(whole.subarray(0, Math.floor(whole.length * 0.7)))).toBe(damaged);
  });

  it('refuses a decompression bomb before decoding it', async () => {
    expect(await refusalOf(blackPng(64)), 'a small one of the kind is fine').toBe('accepted');
    const bomb = blackPng(20_000);
    expect(bomb.length, 'the bomb passes the size limit').toBeLessThan(2 * 1024 * 1024);
    const before = process.memoryUsage().rss;
    expect(await refusalOf(bomb)).toBe('invalid icon: Icon must be at most 4096 × 4096 pixels');
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  it('accepts 22 at a time, and refuses more with 429', async () => {
    const upload = await plain(64, 64).png().toBuffer();
    const answers = await Promise.all(Array.from({ length: 30 }, () => refusalOf(upload)));
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(22);
    expect(new Set(answers.slice(22))).toEqual(
      new Set(['too-many undefined: Too many icons are being processed; try again']),
    );
    expect(await refusalOf(upload), 'the queue is empty again').toBe('accepted');
  });
});
