import { limits } from '@adwarden/contract/limits';
import type { Metadata } from 'sharp';
import { AppError, invalidField } from '../kit/app-error.ts';
import { sha256 } from '../kit/ids.ts';
import { Limiter } from '../kit/turns/limiter.ts';

/** An icon as it is stored: WebP, square, without metadata; `hash` is the SHA-256 of `bytes`. */
type CheckedIcon = { hash: string; bytes: Buffer };
/** Refuses files that are not an image of an allowed kind (400 on `icon`); 429 when too many icons wait. */
export type CheckIcon = (upload: Buffer) => Promise<CheckedIcon>;

/** The most images that are decoded at once, and the most that wait. */
const queue = { places: 2, waiting: 20 };
/** The longest time to decode and resize one image. */
const mostSeconds = 10;

const { pixels, edge } = limits.icon;
const longest = Math.sqrt(pixels);
const wrongKind = 'Icon must be a PNG, JPEG, WebP, GIF or AVIF image';
const tooManyPixels = `Icon must be at most ${longest} × ${longest} pixels`;
const tooSlow = 'Icon takes too long to process; please send a simpler image';
const damaged = 'Icon is damaged or incomplete';

/** Loads sharp and libvips, with all decoders off except those of the five allowed kinds. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  const kinds = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'];
  sharp.unblock({ operation: kinds.map((kind) => `VipsForeignLoad${kind}Buffer`) });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

let loading: ReturnType<typeof loadSharp> | undefined;

/** Returns sharp. It is loaded with the first icon, and not at each start. After a failure, the next icon tries again. */
function loadedSharp(): ReturnType<typeof loadSharp> {
  loading ??= loadSharp().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Turns an error of a decoder into a message for the person who sent the icon. */
function refusal(error: unknown, otherwise: string): AppError {
  const { message } = error as Error;
  if (message.includes('pixel limit')) return invalidField('icon', tooManyPixels);
  return invalidField('icon', message.startsWith('timeout') ? tooSlow : otherwise);
}

/** Tells whether a format is allowed. sharp reports AVIF as `heif`, as it does similar formats; only `av1` is accepted. */
function isAllowed({ format, compression }: Metadata): boolean {
  return format !== 'heif' || compression === 'av1';
}

/** Makes the stored icon from the first frame of an upload, which is judged by its content (ADR 28 "Icons"). */
async function makeIcon(upload: Buffer): Promise<CheckedIcon> {
  if (upload.length === 0) throw invalidField('icon', wrongKind);
  const sharp = await loadedSharp();
  const image = sharp(upload, {
    failOn: 'error',
    limitInputPixels: pixels,
    pages: 1,
    autoOrient: true,
  });
  const allowed = await image.metadata().then(isAllowed, (error) => {
    throw refusal(error, wrongKind);
  });
  if (!allowed) throw invalidField('icon', wrongKind);
  const bytes = await image
    .timeout({ seconds: mostSeconds })
    .resize(edge, edge, { fit: 'cover' })
    .webp({ quality: 90 })
    .toBuffer()
    .catch((error) => {
      throw refusal(error, damaged);
    });
  return { hash: sha256(bytes), bytes };
}

/** Stored icons are smaller than this, in bytes; larger uploads need no look-up. */
const mostOfStored = 128 * 1024;

/**
 * Builds the check of uploaded icons; decoding happens off the main thread, a few at a time. The bytes of a stored icon are
 * taken unchanged: a copy of an app sends them, and encoding them again would make them worse.
 */
export function createIconCheck(isStored: (hash: string) => Promise<boolean>): CheckIcon {
  const tooMany = () =>
    new AppError('too-many', 'Too many icons are being processed; try again', { retryAfter: 5 });
  const decoding = new Limiter({ ...queue, refusal: tooMany });
  return async (upload) => {
    const hash = upload.length <= mostOfStored ? sha256(upload) : '';
    if (hash && (await isStored(hash))) return { hash, bytes: upload };
    return decoding.run(() => makeIcon(upload));
  };
}
