import { z } from 'zod';
import { limits } from './limits.ts';
import { parameter } from './parameters.ts';
import { hasInvisible, hasLongMarkRun, inNormalForm } from './unicode.ts';

/*
 * The kinds of fields in forms. Text is well-formed Unicode, trimmed, in NFC, has a maximum length and no control
 * characters. A field that fails several checks reports the first one.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: it finds them in order to refuse them
const control = /[\u0000-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same, except tab and newline
const controlButLines = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/** `lines` allows line breaks and tabs; `name` refuses invisible characters (`hasInvisible`). */
export type TextOptions = {
  label: string;
  max: number;
  lines?: boolean;
  name?: boolean;
  /** Turns the typed text into the text that it stands for, such as the package in a store's link. */
  reads?: (text: string) => string;
};

/**
 * Builds a text field. The time of NFC grows with the square of the number of combining marks in a row, so length and runs of
 * marks are checked before it. The length is checked again after it, because that text is stored.
 */
function base(options: TextOptions, missing: string) {
  const { label, max, lines = false, name = false, reads = (text) => text } = options;
  const tooLong = `${label} must be at most ${max} characters`;
  return z
    .string({ error: (issue) => (issue.input == null ? missing : `${label} must be text`) })
    .refine((text) => text.isWellFormed(), {
      error: `${label} contains broken Unicode`,
      abort: true,
    })
    .overwrite((text) => (lines ? text.replaceAll('\r\n', '\n') : text).trim())
    .max(max * limits.mostUnitsPerCharacter, { error: tooLong, abort: true })
    .refine((text) => !hasLongMarkRun(text), {
      error: `${label} has too many combining marks in a row`,
      abort: true,
    })
    .overwrite((text) => reads(inNormalForm(text)))
    .refine((text) => !(lines ? controlButLines : control).test(text), {
      error: `${label} must not contain control characters`,
      abort: true,
    })
    .refine((text) => !name || !hasInvisible(text), {
      error: `${label} must not contain invisible characters`,
      abort: true,
    })
    .max(max, { error: tooLong, abort: true });
}

/** Builds the schema of a text that must not be absent or blank; `missing` is the spec's message (section 5). */
export function requiredText(missing: string, options: TextOptions) {
  return base(options, missing).min(1, missing);
}

/**
 * Builds the schema of an id in the path of a call; `thing` is what it names, such as 'a pause'. `description` is for one that is
 * not called an id.
 */
export const inPath = (thing: string, label: string, description = `The id of ${thing}`) =>
  parameter(
    description,
    requiredText(`The address must name ${thing}`, { label, max: limits.text.id }),
  );

/** Builds the schema of a text that may be empty. */
export function optionalText(options: TextOptions) {
  return base(options, `${options.label} must be text`);
}

/** Tells whether a text is an e-mail address or empty. Fields that must not be empty check this themselves. */
export const isEmailOrEmpty = (text: string): boolean =>
  text === '' || z.email().safeParse(text).success;

/** Builds the schema of one of a closed set of values; absent and blank give the spec's message (section 5). */
export function choice<const T extends readonly string[]>(
  values: T,
  missing: string,
  label: string,
) {
  return z.enum(values, {
    error: (issue) =>
      issue.input == null || issue.input === ''
        ? missing
        : `${label} must be one of: ${values.join(', ')}`,
  });
}

/** Builds the schema of a new password: trimmed and in NFC, 8 to 128 characters (ADR 28 "Requests"). */
export function newPassword(missing: string, label: string) {
  const { min, max } = limits.password;
  return requiredText(missing, { label, max }).min(
    min,
    `${label} must be ${min} to ${max} characters`,
  );
}

/** Builds the schema of a password to compare: trimmed and in NFC, like a new one. */
export function givenPassword(missing: string, label = 'Password') {
  return requiredText(missing, { label, max: limits.password.max });
}

/** Builds the schema of a switch from JSON or a form. `wire` is its schema in the OpenAPI document. */
export function trueOrFalse(label: string) {
  return z
    .union([z.boolean(), z.enum(['true', 'false'])], `${label} must be true or false`)
    .transform((value) => value === true || value === 'true')
    .meta({ wire: { type: 'boolean' } });
}

/** Builds the schema of a whole number from JSON, a form or a query string. `wire` is its schema in the OpenAPI document. */
export function wholeNumber(label: string, min: number, max: number) {
  const error = `${label} must be a whole number from ${min} to ${max}`;
  return z
    .union([z.number(), z.string().regex(/^\d{1,16}$/, error)], { error })
    .transform(Number)
    .pipe(z.int(error).min(min, error).max(max, error))
    .meta({ wire: { type: 'integer', minimum: min, maximum: max } });
}

/** A time on the wire: ISO 8601 in UTC. */
export const time = z.iso.datetime();

const dayMs = 86_400_000;

function timeOrDate(label: string, ofDate: (start: number) => number) {
  const error = `${label} must be a date or a time in ISO 8601`;
  return z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], { error })
    .transform((text) => (text.length === 10 ? ofDate(Date.parse(text)) : Date.parse(text)));
}

/**
 * Builds the schema of the start of a time range, in epoch milliseconds: a time with zone, or a date (its first moment in UTC).
 */
export function timeFrom(label: string) {
  return timeOrDate(label, (start) => start);
}

/** Builds the schema of the end of a time range, in epoch milliseconds: a time with zone, or a date (its last moment in UTC). */
export function timeTo(label: string) {
  return timeOrDate(label, (start) => start + dayMs - 1);
}

const momentError = (label: string) => `${label} must be a time in ISO 8601 with its zone`;

/**
 * Builds the schema of a moment in a body: a time in ISO 8601 with its zone, as epoch milliseconds. Absent, null and '' are
 * null.
 */
export function momentInBody(label: string) {
  const error = momentError(label);
  return z
    .union([z.literal(''), z.iso.datetime({ offset: true, error })], { error })
    .nullish()
    .transform((text) => (text ? Date.parse(text) : null));
}

const appID = z
  .string('App IDs must be texts')
  .regex(/^[!-~]{1,64}$/, 'App IDs must be 1 to 64 visible ASCII characters');

/** Apps by their ids, each once, at most `most`. */
export const appIDList = (most: number) =>
  z
    .array(appID, 'appIDs must be a list of app IDs')
    .min(1, 'Please select at least one application')
    .max(most, { error: `At most ${most.toLocaleString('en')} applications by ID`, abort: true })
    .superRefine((list, context) => {
      const seen = new Set<string>();
      const twice = list.find((id) => seen.size === seen.add(id).size);
      if (twice === undefined) return;
      context.addIssue({ code: 'custom', message: `The same App ID twice: ${twice}` });
    })
    .meta({ uniqueItems: true });

/** Builds the schema of a moment that must not be absent or blank. */
export const requiredMoment = (missing: string, label: string) =>
  z.iso
    .datetime({
      offset: true,
      error: ({ input }) => (input == null || input === '' ? missing : momentError(label)),
    })
    .transform((text) => Date.parse(text));

/** The version that an edit began with. If it is not the current one any more, the server answers 409. */
export const versionInBody = wholeNumber('Version', 0, Number.MAX_SAFE_INTEGER).optional();

/** The id in a body. It may repeat the id of the path; the server refuses a different one. */
export const bodyId = optionalText({ label: 'Id', max: limits.text.id }).optional();
