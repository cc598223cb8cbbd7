import type { FieldError, Reached } from '@adwarden/contract/envelope';
import { ApiError } from './api-error.ts';
import { hearOfPhones } from './phones-store.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fieldErrors(errors: unknown): FieldError[] {
  if (!Array.isArray(errors)) return [];
  return errors.filter(
    (error): error is FieldError =>
      isObject(error) && typeof error.field === 'string' && typeof error.message === 'string',
  );
}

/** Reads a file from a response, with the name that the server gives it; any other answer throws `ApiError`. */
export async function readFile(response: Response): Promise<File> {
  if (!response.ok) await readAnswer(response);
  const { headers } = response;
  const disposition = headers.get('content-disposition') ?? '';
  const [, encoded] = /filename\*=UTF-8''(\S+)/.exec(disposition) ?? [];
  const [, plain = 'download'] = /filename="([^"]+)"/.exec(disposition) ?? [];
  const name = encoded ? decodeURIComponent(encoded) : plain;
  const blob = await response.blob();
  return new File([blob], name, { type: blob.type });
}

/** Reads a text until it has so many characters, and cancels the rest; any other answer throws `ApiError`. */
export function readBeginning(length: number) {
  return async (response: Response): Promise<string> => {
    if (!response.ok || !response.body) {
      await readAnswer(response);
      return '';
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (text.length < length) {
      const part = await reader.read();
      if (part.done) return text;
      text += part.value;
    }
    await reader.cancel();
    return text;
  };
}

/** Calls `onEvent` with the data of each event of a stream, until it ends; any other answer throws `ApiError`. */
export function readEvents(onEvent: (data: unknown) => void) {
  return async (response: Response): Promise<void> => {
    if (!response.ok || !response.body) {
      await readAnswer(response);
      return;
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const events = (text + part.value).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) onEvent(JSON.parse(event.replace(/^data: /, '')));
    }
  };
}

/** The meaning of an answer that is none of the server: mostly one of a proxy in front of it. */
const notOurs = (status: number): string =>
  status === 413
    ? 'This is too large for the proxy in front of the server. Whoever runs it can raise its limit'
    : 'The server answered something unexpected';

/**
 * Reads the envelope of a success from a response; any other answer throws `ApiError`. A success has
 * `status: 'success'` or, after a sign-in, `success: true` (spec, section 7).
 */
export async function readAnswer(response: Response): Promise<unknown> {
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = null;
  }
  if (!isObject(body)) {
    throw new ApiError(notOurs(response.status), { status: response.status });
  }
  if (response.ok && (body.status === 'success' || body.success === true)) {
    hearOfPhones(body.adsHaveIt as Reached | undefined, body.adsStopped === true);
    return body;
  }

  const { status, success, message, errors, token, ...extra } = body;
  const isEnvelope = status !== undefined || success !== undefined;
  const words = typeof message === 'string' ? message : '';
  throw new ApiError(isEnvelope ? words : notOurs(response.status), {
    status: response.status,
    fields: fieldErrors(errors),
    sessionOver: token === false,
    extra,
  });
}
