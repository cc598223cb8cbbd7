import { tmpdir } from 'node:os';
import { limits } from '@adwarden/contract/limits';
import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, invalidField } from '../kit/app-error.ts';
import type { BackOffice } from './route.ts';
import { keepUpload, tooLargeFile, type Upload } from './upload.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The icon of a multipart form as it was sent, unchecked; null when there is none. */
    icon: Buffer | null;
    /** The file of a multipart form; null when there is none. It is closed when the answer is sent. */
    upload: Upload | null;
  }
}

type Form = { body: Record<string, string>; icon: Buffer | null; upload: Upload | null };
/** Stores the file of a form. */
type KeepFile = (part: MultipartFile) => Promise<Upload | null>;

const { fieldBytes, fieldNameBytes, fields, files } = limits.multipart;

/** The parser accepts one file more than allowed, so that the refusal can name it. */
const partLimits = {
  fieldSize: fieldBytes,
  fields,
  files: files + 1,
  parts: fields + files + 1,
  fileSize: limits.icon.bytes,
  headerPairs: 20,
};

/**
 * Returns the maximum size of a whole body, also of a form: the route's limit for JSON, a name and 1 KiB of headers for each
 * part, and twice the limit of its file, so that one that is too large is refused with a message about it.
 */
export function bodyBytesOf({ routeOptions }: FastifyRequest): number {
  const { icon = false, file = false } = routeOptions.config.multipart ?? {};
  const files = (icon ? 2 * limits.icon.bytes : 0) + (file ? 2 * limits.import.bytes : 0);
  return (routeOptions.bodyLimit ?? 0) + files + partLimits.parts * (fieldNameBytes + 1024);
}

const tooLargeIcon = () => {
  const message = `Icon must be at most ${limits.icon.bytes / 1024 / 1024} MB`;
  return new AppError('too-large', message, { fields: [{ field: 'icon', message }] });
};

const tooLargeField = (field: string) => {
  const message = `${field} is too long`;
  return new AppError('too-large', message, { fields: [{ field, message }] });
};

/** Our messages for the refusals of the parser. */
const parserErrors: Record<string, () => AppError> = {
  FST_REQ_FILE_TOO_LARGE: tooLargeIcon,
  FST_FILES_LIMIT: () => invalidField('icon', 'Only one icon can be sent'),
  FST_FIELDS_LIMIT: () => new AppError('too-large', 'The form has too many fields'),
  FST_PARTS_LIMIT: () => new AppError('too-large', 'The form has too many fields'),
  FST_PROTO_VIOLATION: () => new AppError('invalid', 'The form has a field with a reserved name'),
  FST_INVALID_JSON_FIELD_ERROR: () => new AppError('invalid', 'The fields of a form must be text'),
};

function asRefusal(error: unknown, takesFile: boolean): AppError {
  if (error instanceof AppError) return error;
  const { code = '' } = error as { code?: string };
  if (takesFile && code === 'FST_REQ_FILE_TOO_LARGE') return tooLargeFile();
  if (takesFile && code === 'FST_FILES_LIMIT') {
    return invalidField('file', 'Only one file can be sent');
  }
  const known = parserErrors[code];
  return known?.() ?? new AppError('invalid', 'The form is broken or was cut off');
}

/** Returns the name of a part; refuses a part without a name, or with a name that is too long. */
function nameOf(part: Multipart): string {
  const name: string | undefined = part.fieldname;
  if (!name || part.fieldname.length > fieldNameBytes) {
    throw new AppError('invalid', 'The form has a field without a proper name');
  }
  return name;
}

/** Reads the whole icon; null when a browser sent its empty file field. */
async function readIcon(part: MultipartFile): Promise<Buffer | null> {
  const bytes = await part.toBuffer();
  // Checked after the last byte: before it, the parser does not know whether the file was cut off.
  if (part.file.truncated) throw tooLargeIcon();
  return bytes.length > 0 ? bytes : null;
}

/**
 * Refuses a text field instead of an icon file. Two texts are allowed and mean no new icon: the icon path of an
 * earlier answer, and an empty text when no file was chosen.
 */
function refuseIconText(icon: unknown): void {
  if (icon === undefined || icon === null) return;
  if (typeof icon === 'string' && /^(icons\/[0-9a-f]{64}\.webp)?$/.test(icon)) return;
  throw invalidField('icon', 'Icon must be a file of a form');
}

/** Reads the parts into the form, so that the caller knows of a file although a later part is refused. */
async function readForm(
  parts: AsyncIterable<Multipart>,
  form: Form,
  keepFile: KeepFile | null,
): Promise<void> {
  const { body } = form;
  for await (const part of parts) {
    const name = nameOf(part);
    if (part.type === 'file' && name === 'file' && keepFile) {
      const upload = await keepFile(part);
      if (form.upload && upload) {
        await upload.close();
        throw invalidField('file', 'Only one file can be sent');
      }
      form.upload ??= upload;
    } else if (part.type === 'file') {
      if (name !== 'icon' || keepFile) throw invalidField(name, `${name} must not be a file`);
      const bytes = await readIcon(part);
      if (form.icon && bytes) throw invalidField('icon', 'Only one icon can be sent');
      form.icon ??= bytes;
    } else {
      if (part.valueTruncated) throw tooLargeField(name);
      if (typeof part.value !== 'string') throw invalidField(name, `${name} must be text`);
      if (name in body) throw invalidField(name, `${name} was sent more than once`);
      body[name] = part.value;
    }
  }
  refuseIconText(body.icon);
}

/** Reads the form and counts its bytes. The rest of a refused form is read and ignored, so that the answer arrives. */
async function boundedForm(request: FastifyRequest, folder: string): Promise<Form> {
  const form: Form = { body: Object.create(null), icon: null, upload: null };
  const takesFile = request.routeOptions.config.multipart?.file === true;
  const over = new AbortController();
  const keepFile = (part: MultipartFile) => keepUpload(part, folder, over.signal);
  const overflow = Promise.withResolvers<never>();
  const formBytes = bodyBytesOf(request);
  // Without this, the parser waits forever for the rest of a form after the client has disconnected.
  const leave = () => {
    if (!request.raw.readableEnded)
      overflow.reject(new AppError('invalid', 'The form was cut off'));
  };
  let received = 0;
  const count = (chunk: Buffer) => {
    received += chunk.length;
    if (received > formBytes) overflow.reject(new AppError('too-large', 'The form is too large'));
  };
  request.raw.on('data', count).once('close', leave);
  try {
    const limitsOfFile = { limits: { ...partLimits, fileSize: limits.import.bytes } };
    const parts = request.parts(takesFile ? limitsOfFile : undefined);
    const reading = readForm(parts, form, takesFile ? keepFile : null);
    await Promise.race([reading, overflow.promise]);
    return form;
  } catch (error) {
    over.abort();
    request.raw.unpipe();
    request.raw.resume();
    await form.upload?.close();
    throw asRefusal(error, takesFile);
  } finally {
    request.raw.off('data', count).off('close', leave);
  }
}

/**
 * Takes multipart forms on the routes that say so, beside JSON (ADR 28 "Paths"): the text fields become
 * `request.body`, an object without prototype, for the contract's schema to judge; an icon becomes `request.icon`, a
 * file that may be large becomes `request.upload`, in `folder`. Every other kind of body gets 415.
 */
export async function multipartForms(server: BackOffice, folder = tmpdir()): Promise<void> {
  await server.register(multipart, { limits: partLimits });
  server.removeContentTypeParser('text/plain');
  server.decorateRequest('icon', null);
  server.decorateRequest('upload', null);
  server.addHook('preValidation', async (request) => {
    const takesForms = request.routeOptions.config.multipart;
    if (!request.isMultipart()) {
      if (takesForms) refuseIconText((request.body as { icon?: unknown } | null | undefined)?.icon);
      return;
    }
    if (!takesForms) {
      throw new AppError('unsupported-type', 'The body must be JSON');
    }
    const form = await boundedForm(request, folder);
    request.body = form.body;
    request.icon = form.icon;
    request.upload = form.upload;
  });
  server.addHook('onSend', async (request) => request.upload?.close());
}
